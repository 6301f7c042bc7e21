// The lobby of a server with many tables, and the page that asks for a name.
import { Say } from "./dialogs.js";
import { html, useEffect, useRef, useState } from "./lib.js";
import { change, enter, invited, label, lookFor, send, state } from "./store.js";
import { person } from "./settings.js";

/** @import { Lobby, Room } from "./types.js" */

/** @param {{lobby: Lobby}} given */
export function LobbyPage({ lobby }) {
  return html`<main class="lobby">
    <header class="title">
      <h1>UNO <span>${label("lobby")}</span></h1>
      <nav><button type="button" onClick=${() => change({ dialog: "settings" })}>${label("settings")}</button></nav>
    </header>
    ${state.said && html`<p class="refusal" role="status">${state.said}</p>`}
    ${state.over && html`<p role="status">${state.over}</p>`}
    <div class="few">
      <button type="button" class="main" onClick=${() => send({ type: "quick" })}>${label("quick")}</button>
      <${Code} join=${(/** @type {string} */ code) => send({ type: "join", code })} />
    </div>
    ${
      lobby.daily !== null &&
      html`<section aria-labelledby="daily">
        <h2 id="daily">${label("daily")}</h2>
        <p>${lobby.daily}</p>
        <div class="few">
          <button type="button" onClick=${() => send({ type: "daily" })}>${label("daily.play")}</button>
          <button type="button" class="quiet" onClick=${() => send({ type: "daily", show: "board" })}>${label("daily.board")}</button>
        </div>
      </section>`
    }
    <section aria-labelledby="tables">
      <h2 id="tables">${label("tables")}</h2>
      ${
        lobby.tables.length
          ? html`<ul class="rooms">
              ${lobby.tables.map((room) => html`<${RoomRow} key=${room.code} room=${room} />`)}
            </ul>`
          : html`<p>${label("no tables")}</p>`
      }
    </section>
    <${NewTable} lobby=${lobby} />
    <section aria-labelledby="talk">
      <h2 id="talk">${label("chat")}</h2>
      <div class="log" role="log" tabindex="0" aria-labelledby="talk">
        ${lobby.talk.map((line) => html`<p key=${line.number}>${line.text}</p>`)}
      </div>
      <${Say} />
    </section>
    <section aria-labelledby="here">
      <h2 id="here">${label("here now")}</h2>
      <p>${lobby.people.map((one) => one.name).join(", ")}</p>
    </section>
  </main>`;
}

/** A line for a table's code. @param {{join: (code: string) => void}} given */
function Code({ join }) {
  const [code, setCode] = useState("");
  const typed = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (code.trim()) join(code.trim());
  };
  return html`<form class="say" onSubmit=${typed}>
    <input
      value=${code}
      maxlength="12"
      autocapitalize="characters"
      autocomplete="off"
      aria-label=${label("code")}
      placeholder=${label("code")}
      onInput=${(/** @type {InputEvent} */ event) => setCode(/** @type {HTMLInputElement} */ (event.target).value)}
    />
    <button type="submit">${label("join")}</button>
  </form>`;
}

/** The page for an address whose code leads to no table: which others there are. */
export function NowherePage() {
  return html`<main class="welcome">
    <h1>UNO</h1>
    <p class="refusal" role="alert"><${Refusal} /></p>
    <${Code} join=${lookFor} />
    <p><a class="meant" href="/">${label("no code")}</a></p>
  </main>`;
}

/** Why the page could not go on; the tables that may be meant by a code that leads to none are links. */
export function Refusal() {
  const pieces = state.said.split(/\b(\w+)\b/);
  return html`${pieces.map((piece, place) => (state.codes.includes(piece) ? html`<a class="meant" key=${place} href=${`/${piece}`}>${piece}</a>` : piece))}`;
}

/** @param {{room: Room}} given */
function RoomRow({ room }) {
  return html`<li>
    <p><b>${room.code}</b> ${room.host} <span class="note">${label(`stage.${room.stage}`)}</span></p>
    <p class="note">${room.rules} · ${room.people + room.bots}/${room.seats}</p>
    <div class="few">
      ${room.free > 0 && html`<button type="button" onClick=${() => send({ type: "join", code: room.code })}>${label("join")}<span class="heard"> ${room.code}</span></button>`}
      ${room.may_watch && html`<button type="button" class="quiet" onClick=${() => send({ type: "watch", code: room.code })}>${label("watch")}<span class="heard"> ${room.code}</span></button>`}
    </div>
  </li>`;
}

/** @param {{lobby: Lobby}} given */
function NewTable({ lobby }) {
  const form = useRef(/** @type {HTMLFormElement | null} */ (null));
  const open = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!form.current) return;
    const told = new FormData(form.current);
    const names = ["seats", "bots", "level", "teams"];
    send({ type: "new", options: [told.get("preset"), ...names.map((name) => `${name}=${told.get(name)}`)].join(" ") });
  };
  const named = ["level", "teams"];
  const count = (/** @type {number} */ low, /** @type {number} */ high) =>
    Array.from({ length: high - low + 1 }, (_, place) => low + place);
  const choices = (
    /** @type {string} */ name,
    /** @type {(string | number)[]} */ values,
    /** @type {string | number} */ first,
  ) =>
    html`<label class="row"
      ><span>${label(name)}</span>
      <select name=${name}>
        ${values.map((one) => html`<option value=${one} selected=${one === first}>${named.includes(name) ? label(`${name}.${one}`) : one}</option>`)}
      </select></label
    >`;
  return html`<details>
    <summary>${label("new")}</summary>
    <form ref=${form} class="settings" onSubmit=${open}>
      ${choices("preset", lobby.presets, "classic")}${choices("seats", count(2, 10), lobby.seats)}
      ${choices("bots", count(0, 9), 0)}${choices("level", lobby.levels, "medium")}
      ${choices("teams", ["off", "pairs", "halves"], "off")}
      <button type="submit" class="main">${label("open")}</button>
    </form>
  </details>`;
}

/** The first page: only a name is asked, and the password of a server that has one. */
export function NamePage() {
  const [name, setName] = useState(person().name);
  const [password, setPassword] = useState("");
  const first = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => first.current?.focus(), []);
  const come = (/** @type {Event} */ event) => {
    event.preventDefault();
    enter(name, password);
  };
  const field = (/** @type {(value: string) => void} */ keep) => (/** @type {InputEvent} */ event) =>
    keep(/** @type {HTMLInputElement} */ (event.target).value);
  return html`<main class="welcome">
    <h1>UNO</h1>
    ${invited() && html`<p class="invited">${label("table code", { code: invited() })}</p>`}
    <form onSubmit=${come}>
      <label
        >${label("your name")}<input
          ref=${first}
          value=${name}
          maxlength="16"
          required
          autocomplete="nickname"
          enterkeyhint="go"
          onInput=${field(setName)}
      /></label>
      ${
        state.asksPassword &&
        html`<label
          >${label("password")}<input
            type="password"
            value=${password}
            maxlength="256"
            required
            autocomplete="current-password"
            onInput=${field(setPassword)}
        /></label>`
      }
      <button type="submit" class="main">${label("come in")}</button>
      ${state.said && html`<p class="refusal" role="alert"><${Refusal} /></p>`}
    </form>
  </main>`;
}

// What opens over the table: menu, chat, rules, settings, people, and the question before leaving.
import { DailyPage } from "./daily.js";
import { html, useEffect, useRef, useState } from "./lib.js";
import { seatText } from "./seats.js";
import { THEMES, settings } from "./settings.js";
import { change, forgetPerson, label, send, set, state } from "./store.js";
import { Invitation, Log } from "./table.js";

/** @import { Children } from "./lib.js" */
/** @import { View } from "./types.js" */

const LANGUAGES = { en: "English", ga: "Gaeilge", ka: "ქართული", ms: "Bahasa Melayu" };
const REACTIONS = { ":)": "smile", ":D": "laugh", ":O": "surprise", ":(": "sadness", GG: "well played", "?!": "puzzled" };

/** The open dialog, if there is one. */
export function Dialog() {
  const { dialog, view } = state;
  if (!dialog) return null;
  if (dialog === "settings") return html`<${Box} key=${dialog} title=${label("settings")}><${Settings} /></${Box}>`;
  if (dialog === "rules") return html`<${Box} key=${dialog} title=${label("rules")}><${Rules} /></${Box}>`;
  if (dialog === "daily" && state.daily) return html`<${Box} key=${dialog} title=${label("daily")}><${DailyPage} daily=${state.daily} /></${Box}>`;
  if (!view) return null;
  if (dialog === "talk") return html`<${Box} key=${dialog} title=${label("chat")}><${Talk} view=${view} /></${Box}>`;
  if (dialog === "invite") return html`<${Box} key=${dialog} title=${label("invite")}><${Invitation} code=${view.code} /></${Box}>`;
  if (dialog === "people") return html`<${Box} key=${dialog} title=${label("people")}><${People} view=${view} /></${Box}>`;
  if (dialog === "leave") return html`<${Box} key=${dialog} title=${label("leave?")}><${Leave} view=${view} /></${Box}>`;
  return html`<${Box} key=${dialog} title=${label("menu")}><${Menu} view=${view} /></${Box}>`;
}

/** What had the focus before the first dialog opened, and gets it back after the last one. @type {Element | null} */
let opener = null;

/** @param {{title: string, children?: Children}} given */
function Box({ title, children }) {
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    opener ??= document.activeElement;
    box.current?.showModal();
    return () => {
      if (state.dialog) return; // another one follows
      if (opener instanceof HTMLElement) opener.focus();
      opener = null;
    };
  }, []);
  return html`<dialog
    ref=${box}
    aria-labelledby="dialog-title"
    onClose=${() => change({ dialog: "" })}
    onClick=${(/** @type {MouseEvent} */ event) => event.target === box.current && box.current?.close()}
  >
    <div class="box">
      <header>
        <h2 id="dialog-title">${title}</h2>
        <button type="button" onClick=${() => box.current?.close()}>${label("close")}</button>
      </header>
      ${children}
    </div>
  </dialog>`;
}

/** @param {{view: View}} given */
function Menu({ view }) {
  const { rights } = view;
  const own = view.you ? view.seats[view.you - 1] : null;
  const open = (/** @type {string} */ dialog) => () => change({ dialog });
  return html`<div class="menu">
    ${view.code && html`<button type="button" onClick=${open("invite")}>${label("invite")}</button>`}
    ${
      own &&
      rights.includes("autopilot") &&
      html`<button
        type="button"
        aria-pressed=${String(own.autopilot)}
        onClick=${() => {
          send({ type: "autopilot", on: !own.autopilot });
          change({ dialog: "" });
        }}
      >
        ${label("autopilot")}
      </button>`
    }
    <button
      type="button"
      onClick=${() => {
        send({ type: "explain" });
        change({ dialog: "rules", rules: [] });
      }}
    >
      ${label("rules")}
    </button>
    <button type="button" onClick=${open("people")}>${label("people")}</button>
    <button type="button" onClick=${open("settings")}>${label("settings")}</button>
    <button type="button" class="quiet" onClick=${open("leave")}>${label("leave")}</button>
  </div>`;
}

/** @param {{view: View}} given */
function Talk({ view }) {
  return html`<${Log} />
    <div class="reactions" role="group" aria-label=${label("reactions")}>
      ${Object.entries(REACTIONS).map(
        ([text, name]) =>
          html`<button type="button" onClick=${() => send({ type: "chat", text })}>
            <span aria-hidden="true">${text}</span><span class="heard">${label(name)}</span>
          </button>`,
      )}
    </div>
    <${Say} />
    ${state.said && html`<p class="refusal" role="status">${state.said}</p>`}
    <label class="row"
      ><span>${label("hide all chat")}</span
      ><input
        type="checkbox"
        checked=${view.all_muted}
        onChange=${(/** @type {Event} */ event) => send({ type: "mute", on: checked(event) })}
    /></label>`;
}

/** The line in which chat is typed. */
export function Say() {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const say = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (field.current?.value.trim()) send({ type: "chat", text: field.current.value });
    if (field.current) field.current.value = "";
  };
  return html`<form class="say" onSubmit=${say}>
    <input
      ref=${field}
      maxlength="200"
      aria-label=${label("message")}
      placeholder=${label("message")}
      autocomplete="off"
      enterkeyhint="send"
    />
    <button type="submit">${label("send")}</button>
  </form>`;
}

function Rules() {
  return html`<div class="rules" tabindex="0" role="region" aria-label=${label("rules")}>
    ${state.rules.map(
      (section) =>
        html` <h3>${section.title}</h3>
          <ul>
            ${section.sentences.map((line) => html`<li>${line}</li>`)}
          </ul>`,
    )}
  </div>`;
}

/** @param {Event} event */
function checked(event) {
  return event.target instanceof HTMLInputElement && event.target.checked;
}

/** @param {Event} event */
function chosen(event) {
  return event.target instanceof HTMLSelectElement ? event.target.value : "";
}

/** Theme, language, motion, sound; kept on this phone. */
export function Settings() {
  const { theme, language, motion, sound } = settings();
  return html`<div class="settings">
    <label class="row"
      ><span>${label("theme")}</span
      ><select onChange=${(/** @type {Event} */ event) => set({ theme: chosen(event) })}>
        <option value="" selected=${!theme}>${label("same as the system")}</option>
        ${THEMES.map((one) => html`<option value=${one} selected=${one === theme}>${one}</option>`)}
      </select></label
    >
    <label class="row"
      ><span>${label("language")}</span
      ><select onChange=${(/** @type {Event} */ event) => set({ language: chosen(event) })}>
        ${Object.entries(LANGUAGES).map(
          ([code, name]) =>
            html`<option value=${code} lang=${code} selected=${code === (language || state.language)}>${name}</option>`,
        )}
      </select></label
    >
    <label class="row"
      ><span>${label("motion")}</span
      ><input
        type="checkbox"
        checked=${motion}
        onChange=${(/** @type {Event} */ event) => set({ motion: checked(event) })}
    /></label>
    <label class="row"
      ><span>${label("sound")}</span
      ><input
        type="checkbox"
        checked=${sound}
        onChange=${(/** @type {Event} */ event) => set({ sound: checked(event) })}
    /></label>
    <button type="button" class="quiet" onClick=${forgetPerson}>${label("other name")}</button>
  </div>`;
}

/** Who is here, and what may be done about them. @param {{view: View}} given */
function People({ view }) {
  const { rights } = view;
  return html`<ul class="people">
      ${view.seats.map(
        (seat, number) =>
          html`<li key=${number}>
            <p>${seatText(view, number)}</p>
            ${
              rights.includes("sit") &&
              seat.sitter !== "human" &&
              (seat.sitter === "nobody" || !view.you) &&
              html`<button type="button" onClick=${() => send({ type: "sit", seat: number + 1 })}>
                ${label("sit")}<span class="heard"> ${number + 1}</span>
              </button>`
            }
            ${
              rights.includes("partner") &&
              view.you !== null &&
              seat.team !== view.seats[view.you - 1].team &&
              html`<button type="button" onClick=${() => send({ type: "partner", seat: number + 1 })}>
                ${label("make partner")}<span class="heard"> ${seat.name || number + 1}</span>
              </button>`
            }
            ${
              seat.sitter !== "nobody" &&
              number + 1 !== view.you &&
              html`<div class="few">
                ${
                  seat.sitter === "human" &&
                  html`<button
                    type="button"
                    aria-pressed=${String(view.muted.includes(seat.name))}
                    onClick=${() => send({ type: "mute", name: seat.name, on: !view.muted.includes(seat.name) })}
                  >
                    ${label("mute")}<span class="heard"> ${seat.name}</span>
                  </button>`
                }
                ${
                  rights.includes("host") &&
                  seat.sitter === "human" &&
                  html`<${Sure}
                    does="host"
                    name=${seat.name}
                    act=${() => send({ type: "pass_host", seat: number + 1 })}
                  />`
                }
                ${
                  rights.includes("kick") &&
                  html`<${Sure} does="kick" name=${seat.name} act=${() => send({ type: "kick", seat: number + 1 })} />`
                }
              </div>`
            }
          </li>`,
      )}
    </ul>
    ${
      rights.includes("rules") &&
      html`<label class="row"
        ><span>${label("change rules")}</span>
        <select onChange=${(/** @type {Event} */ event) => send({ type: "rules", rules: chosen(event) })}>
          ${[view.rules, ...state.presets.filter((one) => one !== view.rules)].map((one) => html`<option value=${one} selected=${one === view.rules}>${one}</option>`)}
        </select></label
      >`
    }
    ${state.said && html`<p class="refusal" role="status">${state.said}</p>`}`;
}

/** A button that asks once more. @param {{does: string, name: string, act: () => void}} given */
function Sure({ does, name, act }) {
  const [asked, ask] = useState(false);
  return asked
    ? html`<button
        type="button"
        class="alarm"
        onClick=${() => {
          ask(false);
          act();
        }}
      >
        ${label(`${does}?`, { name })}
      </button>`
    : html`<button type="button" onClick=${() => ask(true)}>${label(does)}<span class="heard"> ${name}</span></button>`;
}

/** @param {{view: View}} given */
function Leave({ view }) {
  const lost = view.once ? "daily.lost" : "leave.match";
  return html`<p>${view.stage === "playing" && view.you ? label(lost) : ""}</p>
    <div class="menu">
      <button
        type="button"
        class="alarm"
        onClick=${() => {
          change({ dialog: "" });
          send({ type: "leave" });
        }}
      >
        ${label("leave")}
      </button>
      <button type="button" onClick=${() => change({ dialog: "" })}>${label("stay")}</button>
    </div>`;
}

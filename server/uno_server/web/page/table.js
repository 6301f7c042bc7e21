// The table: seats, piles, what happened, whose turn it is, the hand.
import { CardBack, CardFace } from "./card.js";
import { Actions, Hand } from "./hand.js";
import { html, useEffect, useRef, useState } from "./lib.js";
import { Scores } from "./scores.js";
import { Seats } from "./seats.js";
import { act, cardName, change, label, legal, onTurn, send, state, tv } from "./store.js";

/** @import { Game, View } from "./types.js" */

/** @param {{view: View}} given */
export function Table({ view }) {
  const { game } = view;
  const between = game !== null && (game.phase === "over" || game.winner !== null);
  return html`<main class=${`table${tv ? " tv" : ""}`}>
    <${Title} view=${view} />
    <${Seats} view=${view} />
    <section class=${`felt${game && view.stage !== "waiting" && !between ? " open" : ""}`} aria-label=${label("table")}>
      ${
        view.stage === "waiting" || game === null
          ? html`<${Waiting} view=${view} />`
          : between
            ? html`<${Scores} view=${view} game=${game} />`
            : html`<${Piles} game=${game} />`
      }
    </section>
    <${Log} />
    <${Prompt} view=${view} />
    ${!tv && html`<${Hand} view=${view} /><${Actions} view=${view} />`}
    ${tv && html`<${Invitation} code=${view.code} />`}
  </main>`;
}

/** @param {{view: View}} given */
function Title({ view }) {
  const { code, game } = view;
  return html`<header class="title">
    <h1>
      UNO${code && html` <span><span class="heard">${label("table code", { code })}</span><span aria-hidden="true">${code}</span></span>`}
    </h1>
    ${game && html`<span class="round">${view.once ? label("daily.alone") : label("round", { number: game.round })}</span>`}
    ${
      !tv &&
      html`<nav>
        ${view.rights.includes("chat") && html`<button type="button" onClick=${() => change({ dialog: "talk" })}>${label("chat")}</button>`}
        <button type="button" onClick=${() => change({ dialog: "menu" })}>${label("menu")}</button>
      </nav>`
    }
  </header>`;
}

/** Before the match: how others come. @param {{view: View}} given */
function Waiting({ view }) {
  return html`<div class="waiting">
    ${
      view.code &&
      html`<p class="code">
          <span class="heard">${label("table code", { code: view.code })}</span> <b aria-hidden="true">${view.code}</b>
        </p>
        <${Invitation} code=${view.code} />`
    }
    ${view.fills && view.rights.includes("start") && html`<p>${label("fills")}</p>`}
  </div>`;
}

/** The table's address as a picture to scan, and to pass on. @param {{code: string}} given */
export function Invitation({ code }) {
  const [done, setDone] = useState("");
  const address = `${location.origin}/${code}`;
  const pass = async () => {
    try {
      if (navigator.share) await navigator.share({ title: "UNO", url: address });
      else {
        await navigator.clipboard.writeText(address);
        setDone(label("copied"));
      }
    } catch {
      setDone(address); // not allowed here, as on a page without https: the person can select it
    }
  };
  return html`<div class="invitation">
    <img class="qr" src=${`/-/qr/${code}`} alt=${label("qr", { address })} width="180" height="180" />
    ${!tv && html`<button type="button" onClick=${pass}>${label("share")}</button>`}
    <p class="address" role="status">${tv ? address : done}</p>
  </div>`;
}

/** @param {{game: Game}} given */
function Piles({ game }) {
  const draw = legal().find((one) => one.kind === "draw" || one.kind === "take");
  const top = cardName(game.top);
  const color = game.color;
  const heard =
    color === null
      ? label("top without color", { card: top })
      : label("top", { card: top, color: label(`color.${color}`) });
  const pile = label("piles", { pile: game.pile, discards: game.discards });
  return html`<div class="piles">
    ${
      draw
        ? html`<button
            type="button"
            class="pile"
            aria-label=${`${label(draw.kind)}. ${pile}`}
            onClick=${() => act(draw)}
          >
            <${CardBack} count=${game.pile} />
          </button>`
        : html`<span class="pile"><span class="heard">${pile}</span><${CardBack} count=${game.pile} /></span>`
    }
    <span class="direction"
      ><span class="heard">${label(game.direction === 1 ? "clockwise" : "counterclockwise")}</span>
      <span aria-hidden="true">${game.direction === 1 ? "↻" : "↺"}</span></span
    >
    <span class="pile top">
      <span class="heard">${heard}</span>
      <span class="shown" key=${`${game.top}${game.discards}`}><${CardFace} card=${game.top} /></span>
      ${color && html`<span class=${`color c-${color}`} aria-hidden="true"><b>${color}</b> ${label(`color.${color}`)}</span>`}
    </span>
  </div>`;
}

/** What happened, the newest last. A screen reader reads each line as it comes. */
export function Log() {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const last = state.log.at(-1);
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [last]);
  return html`<div class="log" role="log" aria-label=${label("log")} tabindex="0" ref=${box}>
    ${state.log.map((entry) => html`<p key=${`${entry.number}.${entry.chat}`} class=${entry.what.event === "chat" ? "said" : ""}>${entry.text}</p>`)}
  </div>`;
}

/** Whose turn it is, or why something was refused. @param {{view: View}} given */
function Prompt({ view }) {
  const mine = onTurn(view);
  return html`<div class=${`prompt${mine ? " mine" : ""}`}>
    <p role="status">${state.said ? html`<span class="refusal">${state.said}</span>` : view.text}</p>
    ${state.until > 0 && html`<${Clock} until=${state.until} />`}
    ${
      view.rights.includes("autopilot") &&
      view.you &&
      view.seats[view.you - 1].autopilot &&
      html`<button type="button" class="small" onClick=${() => send({ type: "autopilot", on: false })}>
        ${label("play again")}
      </button>`
    }
  </div>`;
}

/** Seconds left for the turn. @param {{until: number}} given */
function Clock({ until }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, Math.round((until - performance.now()) / 1000));
  return html`<span class=${`clock${left <= 10 ? " late" : ""}`} role="timer" aria-live="off">${left} s</span>`;
}

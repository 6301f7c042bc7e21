// The daily deal: the board of the day, one's own tries, a line to share, and the record of the best try.
import { html, useState } from "./lib.js";
import { label, send, state } from "./store.js";

/** @import { Daily } from "./types.js" */

/** @param {{daily: Daily}} given */
export function DailyPage({ daily }) {
  return html`<h3>${label("daily.own")}</h3>
    ${daily.text.split("\n").map((line) => html`<p>${line}</p>`)}
    ${daily.share && html`<${Share} text=${daily.share} />`}
    <h3>${label("daily.board")} <span class="note">${daily.day}</span></h3>
    ${
      daily.board.length
        ? html`<ol class="board">
            ${daily.board.map((one) => html`<li><b>${one.name}</b> ${one.text}</li>`)}
          </ol>`
        : html`<p>${label("daily.none")}</p>`
    }
    <p class="note">${label(daily.guest ? "daily.guest" : "daily.listed")}</p>
    ${
      daily.state === "over" &&
      daily.board.length > 0 &&
      html`<button type="button" class="quiet" onClick=${() => send({ type: "daily", show: "record" })}>
        ${label("daily.record")}
      </button>`
    }
    ${state.record && html`<pre class="record" tabindex="0" role="region" aria-label=${label("daily.record")}>${state.record}</pre>`}
    ${state.said && html`<p class="refusal" role="status">${state.said}</p>`}`;
}

/** A button that copies the line; where that is not allowed, as on a page without https, the line is there to select. */
function Share(/** @type {{text: string}} */ { text }) {
  const [done, setDone] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(label("daily.copied"));
    } catch {
      setDone(text);
    }
  };
  return html`<button type="button" class="main" onClick=${copy}>${label("daily.copy")}</button>
    <p class="address" role="status">${done}</p>`;
}

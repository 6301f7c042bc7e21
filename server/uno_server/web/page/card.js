// One card: its ground is the color, the face stands in a corner and large in the middle, the letter in the other corner.
import { face } from "./notation.js";
import { html } from "./lib.js";

const WILD = ["r", "y", "g", "b"];
/** @type {Record<string, string>} */
const SIGNS = { S: "⊘", R: "⇄" };

/**
 * @param {{card: string, dim?: boolean}} given
 */
export function CardFace({ card, dim = false }) {
  const { color, face: printed, meaning } = face(card);
  const main = meaning || printed;
  const wild = color === "w";
  return html`<span class=${`card c-${color}${dim ? " dim" : ""}`} aria-hidden="true">
    <span class="corner">${printed}</span>
    <span class=${`middle${main.length > 1 ? " wide" : ""}`}>
      ${wild ? html`<span class="four">${WILD.map((one) => html`<i class=${`c-${one}`}>${one}</i>`)}</span>` : (SIGNS[main] ?? main)}
    </span>
    <span class="letter">${wild ? main : color}</span>
  </span>`;
}

/** The back of a card. @param {{count: number}} given */
export function CardBack({ count }) {
  return html`<span class="card back" aria-hidden="true">
    <span class="middle wide">UNO</span><span class="count">${count}</span>
  </span>`;
}

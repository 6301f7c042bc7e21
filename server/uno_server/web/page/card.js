// One card: its ground is the color, the face stands in a corner and large in the middle, the letter in the other corner.
// All of it is a drawing, in `data-` attributes that the style sheet prints: the card's name is said by what holds it.
import { face } from "./notation.js";
import { html } from "./lib.js";

const WILD = ["r", "y", "g", "b"];
/** @type {Record<string, string>} */
const SIGNS = { S: "⊘", R: "⇄" };

/** @param {{card: string, dim?: boolean}} given */
export function CardFace({ card, dim = false }) {
  const { color, face: printed, meaning } = face(card);
  const main = meaning || printed;
  const wild = color === "w";
  const middle = `middle${main.length > 1 ? " wide" : ""}`;
  return html`<span class=${`card c-${color}${dim ? " dim" : ""}`} aria-hidden="true">
    <i class="corner" data-text=${printed}></i>
    ${
      wild
        ? html`<i class=${middle}
            ><span class="four">${WILD.map((one) => html`<i class=${`c-${one}`} data-text=${one}></i>`)}</span></i
          >`
        : html`<i class=${middle} data-text=${SIGNS[main] ?? main}></i>`
    }
    <i class="letter" data-text=${wild ? main : color}></i>
  </span>`;
}

/** The back of a card, with the number of cards in its pile. @param {{count: number}} given */
export function CardBack({ count }) {
  return html`<span class="card back" aria-hidden="true"
    ><i class="middle wide" data-text="UNO"></i> <i class="count" data-text=${count}></i
  ></span>`;
}

// The seats: who plays, who is on turn, how many cards each holds, and the score.
import { html } from "./lib.js";
import { counted, label, send, tv } from "./store.js";

/** @import { Game, View } from "./types.js" */

/** @param {{view: View}} given */
export function Seats({ view }) {
  const { game, seats, you, rights } = view;
  return html`<ul class=${`seats n${seats.length}`} aria-label=${label("seats")}>
    ${seats.map((seat, number) => {
      const state = game?.seats[number];
      const turn = game !== null && game.winner === null && game.turn === number + 1 && view.stage === "playing";
      const free = seat.sitter === "nobody";
      const kind = `${turn ? " turn" : ""}${number + 1 === you ? " you" : ""}${state && !state.playing ? " left" : ""}`;
      return html`<li class=${`seat${kind}`} key=${number}>
        <span class="heard">${seatText(view, number)}</span>
        <span class="who" aria-hidden="true">
          <span class="mark">${turn ? "»" : " "}</span>
          <span class="name">${isPartner(view, number) && "& "}${number + 1 === you ? label("you") : free ? label("free") : seat.name}</span>
          ${marks(view, number).map((mark) => html`<span class="note">${mark}</span>`)}
          ${state?.called && html`<span class="badge uno">UNO</span>`}
          ${state?.owes_call && html`<span class="badge owes">UNO?</span>`}
        </span>
        ${
          state &&
          html`<span class="cards" aria-hidden="true"
            ><span class="backs" style=${{ width: `${Math.min(state.cards, 12) * 9}px` }}></span>
            <b>${state.cards}</b><span class="score">${state.score}</span></span
          >`
        }
        ${
          free &&
          !tv &&
          you === null &&
          rights.includes("sit") &&
          html`<button type="button" class="small" onClick=${() => send({ type: "sit", seat: number + 1 })}>
            ${label("sit")} <span class="heard">${number + 1}</span>
          </button>`
        }
      </li>`;
    })}
  </ul>`;
}

/**
 * Whether the player of a seat is this person's partner.
 * @param {View} view @param {number} number of the seat, from 0 @returns {boolean}
 */
export function isPartner({ seats, you }, number) {
  return you !== null && number + 1 !== you && seats[number].team !== null && seats[number].team === seats[you - 1].team;
}

/**
 * The team to show for a seat; null without teams, or if it follows from this person's partners.
 * @param {View} view @param {number} number of the seat, from 0 @returns {number | null}
 */
function shownTeam({ seats, you }, number) {
  const { team } = seats[number];
  const two = new Set(seats.map((seat) => seat.team)).size === 2;
  return you !== null && (two || team === seats[you - 1].team) ? null : team;
}

/**
 * A seat in words: who plays, and how they stand.
 * @param {View} view @param {number} number of the seat, from 0 @returns {string}
 */
export function seatText(view, number) {
  const { game, seats, you } = view;
  const seat = seats[number];
  const name = number + 1 === you ? label("seat.you") : seat.sitter === "nobody" ? label("free") : seat.name;
  const team = shownTeam(view, number);
  const sides = [isPartner(view, number) && label("partner"), team !== null && label("team", { number: team })];
  const marks = [seat.sitter === "bot" && `bot.${seat.level}${seat.plays_as && `.${seat.plays_as}`}`, seat.host && "seat.host", seat.away && "seat.away", seat.autopilot && "seat.autopilot"];
  const words = marks.filter((mark) => typeof mark === "string").map((mark) => label(mark));
  return label("seat", { number: number + 1, text: [name, ...sides.filter(Boolean), ...words, ...(game ? standing(game, number, you) : [])].join(", ") });
}

/** @param {Game} game @param {number} number @param {number | null} you @returns {string[]} */
function standing(game, number, you) {
  const state = game.seats[number];
  if (!state.playing) return [label("left")];
  const words = [counted("cards", state.cards), counted("points", state.score)];
  if (state.called) words.push(label("called"));
  else if (state.owes_call) words.push(label("owes"));
  if (game.turn === number + 1 && game.winner === null) words.push(label(number + 1 === you ? "now.you" : "now"));
  return words;
}

/** The short marks of a seat. @param {View} view @param {number} number of the seat, from 0 */
function marks(view, number) {
  const seat = view.seats[number];
  const team = shownTeam(view, number);
  const short = team === null ? [] : [label("mark.team", { number: team })];
  const others = [seat.host && "host", seat.sitter === "bot" && (seat.plays_as || "bot"), seat.away && "away", seat.autopilot && "auto"]
    .filter(Boolean)
    .map((mark) => label(`mark.${mark}`));
  return [...short, ...others];
}

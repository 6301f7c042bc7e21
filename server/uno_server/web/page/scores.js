// Between two rounds and after the match: who won, what was left in the hands, and the score.
import { html } from "./lib.js";
import { label, state } from "./store.js";

/** @import { Game, View } from "./types.js" */

/** @param {{view: View, game: Game}} given */
export function Scores({ view, game }) {
  const ended = state.log.findLast((entry) => entry.what.event === "round_ended");
  const points = ended?.what.points ?? [];
  const rows = game.seats
    .map((seat, number) => ({ ...seat, number, name: view.seats[number]?.name ?? "" }))
    .filter((seat) => seat.playing)
    .sort((one, other) => other.score - one.score || (one.team ?? 0) - (other.team ?? 0) || one.number - other.number);
  /** Whether the row above is a partner's, which shows the score of both. @param {number} place */
  const isBelow = (place) => place > 0 && rows[place].team !== null && rows[place].team === rows[place - 1].team;
  /** @param {typeof rows[number]} seat */
  const hasWon = (seat) => (seat.team === null ? seat.number + 1 === game.winner : seat.team === game.winning_team);
  return html`<div class="scores">
    <h2>${ended?.text ?? label("scores")}</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">${label("player")}</th>
          <th scope="col">${label("left in hand")}</th>
          <th scope="col">${label("score")}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (seat, place) =>
            html`<tr key=${seat.number} class=${hasWon(seat) ? "won" : ""}>
              <th scope="row">${isBelow(place) && "& "}${seat.number + 1 === view.you ? label("you") : seat.name}</th>
              <td>${points[seat.number] ?? ""}</td>
              <td>${isBelow(place) ? "" : seat.score}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

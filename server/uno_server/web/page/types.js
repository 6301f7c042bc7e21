// The server's messages, as docs/protocol.md has them, with the fields that the server left out. Types only.

/**
 * @typedef {object} Seat
 * @property {"nobody" | "human" | "bot"} sitter
 * @property {string} name
 * @property {boolean} away
 * @property {boolean} autopilot
 * @property {boolean} host
 * @property {string} level
 * @property {string} plays_as level of the weaker bot that chose last; empty if the bot itself chose
 * @property {number | null} team from 1; null without teams
 */

/** @typedef {{cards: number, score: number, playing: boolean, called: boolean, owes_call: boolean, team: number | null}} SeatState */

/** @typedef {{event: string} & Record<string, any>} Event */

/** @typedef {{number: number, chat: number, what: Event, text: string}} Entry */

/**
 * @typedef {object} Game
 * @property {SeatState[]} seats
 * @property {number} round
 * @property {number} dealer
 * @property {string} phase
 * @property {number} turn
 * @property {number} direction
 * @property {string} top
 * @property {string | null} color
 * @property {number} penalty
 * @property {number} pile
 * @property {number} discards
 * @property {string[]} hand
 * @property {string | null} drawn
 * @property {string[]} legal
 * @property {number | null} winner
 * @property {number | null} winning_team
 */

/**
 * @typedef {object} View
 * @property {string} code
 * @property {number} version
 * @property {"waiting" | "playing" | "over"} stage
 * @property {string} rules
 * @property {Seat[]} seats
 * @property {number | null} you
 * @property {string[]} rights
 * @property {Game | null} game
 * @property {Entry[]} log
 * @property {number | null} deadline
 * @property {string[]} muted
 * @property {boolean} all_muted
 * @property {boolean} once whether it is a try at the daily deal
 * @property {boolean} fills whether bots take the free seats when the match starts
 * @property {string} text
 * @property {Record<string, string>} names
 */

/**
 * @typedef {object} Room
 * @property {string} code
 * @property {string} host
 * @property {string} stage
 * @property {string} rules
 * @property {number} seats
 * @property {number} people
 * @property {number} bots
 * @property {number} watchers
 * @property {number} free
 * @property {boolean} may_watch
 */

/**
 * @typedef {object} Lobby
 * @property {Room[]} tables
 * @property {{name: string, guest: boolean, table: string | null}[]} people
 * @property {{number: number, text: string}[]} talk
 * @property {string[]} presets
 * @property {string[]} levels
 * @property {number} seats
 * @property {string | null} daily what there is to play of the daily deal; null if none is offered
 */

/** @typedef {{name: string, text: string}} BoardLine */

/**
 * @typedef {object} Daily
 * @property {string} day
 * @property {"open" | "begun" | "over"} state
 * @property {BoardLine[]} board
 * @property {boolean} guest
 * @property {string} share
 * @property {string} text
 */

/** @typedef {{title: string, sentences: string[]}} Section */

export {};

// The WebSocket: it comes back by itself after a locked screen, a changed network, or a restart of the server.

const PAUSES = [300, 1000, 2000, 4000, 8000];
const PATIENCE = 4000; // milliseconds for an answer, after which a connection counts as dead

/** @typedef {{type: string} & Record<string, any>} Message */

export class Connection {
  /**
   * @param {(message: Message) => void} hear called with each message
   * @param {(online: boolean) => void} changed called when the connection is lost or back
   */
  constructor(hear, changed) {
    this.hear = hear;
    this.changed = changed;
    this.language = "";
    this.stopped = false;
    this.tries = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {number | undefined} */
    this.check = undefined;
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.probe();
    });
    addEventListener("pageshow", (event) => {
      if (event.persisted) this.probe();
    });
  }

  /** @param {string} language the language to ask for; "" for the browser's */
  open(language) {
    this.language = language;
    this.stopped = false;
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const query = language ? `?language=${language}` : "";
    const socket = new WebSocket(`${scheme}//${location.host}/-/socket${query}`);
    this.socket = socket;
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      clearTimeout(this.check);
      this.tries = 0;
      this.hear(JSON.parse(event.data));
    };
    socket.onopen = () => this.changed(true);
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      this.changed(false);
      if (this.stopped) return;
      const pause = PAUSES[Math.min(this.tries++, PAUSES.length - 1)];
      this.timer = setTimeout(() => this.retry(), pause);
    };
  }

  /** Do not come back by itself: the server has said why the visit ended. */
  stop() {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** Connect now unless connected. */
  retry() {
    if (!this.stopped && !this.socket) this.open(this.language);
  }

  /** Ask whether the connection still works; a phone that slept may not know that it is gone. */
  probe() {
    if (this.stopped) return;
    if (!this.socket) return this.retry();
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.send({ type: "view" });
    clearTimeout(this.check);
    const asked = this.socket;
    this.check = setTimeout(() => {
      if (this.socket !== asked) return;
      asked.onclose = null;
      asked.close();
      this.socket = null;
      this.changed(false);
      this.retry();
    }, PATIENCE);
  }

  /** @param {Message} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}

// What this phone remembers: who the person is, and how the page looks and sounds.

/**
 * @typedef {object} Settings
 * @property {string} theme "" for the device's own: light or dark
 * @property {string} language "" for the browser's
 * @property {boolean} motion
 * @property {boolean} sound
 */

export const THEMES = ["classic", "dark", "light", "high-contrast", "color-blind", "solarized"];
const WHO = "uno.person";
const HOW = "uno.settings";
const PASSWORD = "uno.password";

/** @param {string} key @param {"localStorage" | "sessionStorage"} [storage] @returns {any} */
function read(key, storage = "localStorage") {
  try {
    return JSON.parse(window[storage].getItem(key) ?? "{}");
  } catch {
    return {}; // storage is switched off, or holds something else
  }
}

/** @param {string} key @param {unknown} value @param {"localStorage" | "sessionStorage"} [storage] */
function write(key, value, storage = "localStorage") {
  try {
    window[storage].setItem(key, JSON.stringify(value));
  } catch {
    // the page works without it, until it is loaded again
  }
}

/** @returns {{name: string, resume: string, secret: string}} `secret`: of a phone linked to a person with a key */
export function person() {
  const { name = "", resume = "", secret = "" } = read(WHO);
  return { name: String(name), resume: String(resume), secret: String(secret) };
}

/** @param {string} name @param {string} [resume] @param {string} [secret] */
export function keepPerson(name, resume = "", secret = "") {
  write(WHO, { name, resume, secret });
}

/** @returns {string} the server's password, which this tab remembers for a lost connection; "" if it has none */
export function password() {
  return String(read(PASSWORD, "sessionStorage").password ?? "");
}

/** @param {string} password */
export function keepPassword(password) {
  write(PASSWORD, { password }, "sessionStorage");
}

/** @returns {Settings} */
export function settings() {
  const { theme = "", language = "", motion = true, sound = false } = read(HOW);
  return { theme, language, motion, sound };
}

const light = matchMedia("(prefers-color-scheme: light)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {Settings} chosen */
export function keepSettings(chosen) {
  write(HOW, chosen);
  apply();
}

/** Apply the settings to the page. */
export function apply() {
  const { theme, motion } = settings();
  const root = document.documentElement;
  root.dataset.theme = THEMES.includes(theme) ? theme : light.matches ? "light" : "classic";
  root.dataset.motion = motion && !still.matches ? "on" : "off";
}

light.addEventListener("change", apply);
still.addEventListener("change", apply);

/** Play a short tone, if the person wants sound. */
export function chime() {
  if (!settings().sound) return;
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = 660;
  volume.gain.setValueAtTime(0.08, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.3);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.3);
  tone.onended = () => audio.close();
}

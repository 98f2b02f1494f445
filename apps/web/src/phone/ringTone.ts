/** A repeating pattern of tone and silence. */
const tone = { onSeconds: 1.4, everySeconds: 3.4, hertz: [440, 480], loudness: 0.07 };
/** The longest time that a call rings. */
const longestSeconds = 180;

const gestures = ["pointerdown", "pointerup", "keydown"] as const;

/** Browsers allow sound only after a user gesture on the page. Until then another open page may ring. */
const mayPlay = (): boolean => !("userActivation" in navigator) || navigator.userActivation.hasBeenActive;

async function untilGesture(signal: AbortSignal): Promise<void> {
  if (mayPlay()) return;
  await new Promise<void>((resolve) => {
    for (const gesture of gestures) addEventListener(gesture, () => mayPlay() && resolve(), { signal });
    signal.addEventListener("abort", () => resolve());
  });
}

/** Rings until the returned function is called. A lock lets only one page of the browser ring. */
export function ring(): () => void {
  const over = new AbortController();
  const isOver = new Promise<void>((resolve) => over.signal.addEventListener("abort", () => resolve()));
  const sound = async (): Promise<void> => {
    const stop = startTone();
    await isOver;
    stop();
  };
  if ("locks" in navigator)
    void untilGesture(over.signal)
      .then(() => navigator.locks.request("trunkline.ring", { signal: over.signal }, sound))
      .catch(() => undefined);
  else void sound();
  return () => over.abort();
}

/** Plays a generated two-tone ring, scheduled for the longest ring time. */
function startTone(): () => void {
  const context = new AudioContext();
  const loudness = context.createGain();
  loudness.gain.value = 0;
  loudness.connect(context.destination);
  for (const hertz of tone.hertz) {
    const source = context.createOscillator();
    source.frequency.value = hertz;
    source.connect(loudness);
    source.start();
  }
  for (let at = context.currentTime; at < context.currentTime + longestSeconds; at += tone.everySeconds) {
    loudness.gain.setValueAtTime(0, at);
    loudness.gain.linearRampToValueAtTime(tone.loudness, at + 0.04);
    loudness.gain.setValueAtTime(tone.loudness, at + tone.onSeconds - 0.06);
    loudness.gain.linearRampToValueAtTime(0, at + tone.onSeconds);
  }
  // the browser starts the sound with the first user gesture
  const resume = (): void => void context.resume().catch(() => undefined);
  for (const gesture of gestures) addEventListener(gesture, resume);
  resume();
  return () => {
    for (const gesture of gestures) removeEventListener(gesture, resume);
    void context.close().catch(() => undefined);
  };
}

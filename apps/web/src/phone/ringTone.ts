/** Seconds of tone and of silence, again and again. */
const tone = { onSeconds: 1.4, everySeconds: 3.4, hertz: [440, 480], loudness: 0.07 };
/** Nothing rings longer. */
const longestSeconds = 180;

const touches = ["pointerdown", "pointerup", "keydown"] as const;

/** A page that nobody has touched yet may make no sound, and lets another one ring until it is touched. */
const isHeard = (): boolean => !("userActivation" in navigator) || navigator.userActivation.hasBeenActive;

async function untilTouched(signal: AbortSignal): Promise<void> {
  if (isHeard()) return;
  await new Promise<void>((resolve) => {
    for (const touch of touches) addEventListener(touch, () => isHeard() && resolve(), { signal });
    signal.addEventListener("abort", () => resolve());
  });
}

/** Rings until it is stopped; of several pages in one browser one rings. */
export function ring(): () => void {
  const over = new AbortController();
  const isOver = new Promise<void>((resolve) => over.signal.addEventListener("abort", () => resolve()));
  const sound = async (): Promise<void> => {
    const stop = startTone();
    await isOver;
    stop();
  };
  if ("locks" in navigator)
    void untilTouched(over.signal)
      .then(() => navigator.locks.request("trunkline.ring", { signal: over.signal }, sound))
      .catch(() => undefined);
  else void sound();
  return () => over.abort();
}

/** The ring tone, made here: two tones that swell and fade, written down for as long as anything rings. */
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
  // a page that nobody has touched yet may make no sound: it does with the first touch
  const resume = (): void => void context.resume().catch(() => undefined);
  for (const touch of touches) addEventListener(touch, resume);
  resume();
  return () => {
    for (const touch of touches) removeEventListener(touch, resume);
    void context.close().catch(() => undefined);
  };
}

/** An open microphone. */
export interface Microphone {
  /** How loud it is now, from 0 to 1. */
  level(): number;
  close(): void;
}

/** Opens the microphone; the browser may ask its user. Null: there is none, or it is not allowed. */
export async function openMicrophone(): Promise<Microphone | null> {
  if (!("mediaDevices" in navigator)) return null;
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch(() => null);
  if (stream === null) return null;
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level() {
      analyser.getFloatTimeDomainData(samples);
      return Math.min(1, samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) * 2);
    },
    close() {
      for (const track of stream.getTracks()) track.stop();
      void context.close();
    },
  };
}

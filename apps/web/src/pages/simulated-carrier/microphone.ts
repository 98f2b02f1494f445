/** A running recording. */
export interface Taking {
  /** Ends it: a WAV file as base64 and its length. */
  stop(): Promise<{ recording: string; seconds: number }>;
}

/** Telephone quality. */
const samplesPerSecond = 8_000;
/** Longer recordings are cut off at the size limit of a request. */
const longestSeconds = 600;

/** Starts recording. Null if there is no microphone or permission. */
export async function openMicrophone(mostSeconds = longestSeconds): Promise<Taking | null> {
  if (!("mediaDevices" in navigator) || typeof MediaRecorder === "undefined") return null;
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch(() => null);
  if (stream === null) return null;
  const recorder = new MediaRecorder(stream);
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.start();
  return {
    async stop() {
      const ended = new Promise<void>((resolve) => {
        recorder.onstop = () => resolve();
      });
      recorder.stop();
      await ended;
      for (const track of stream.getTracks()) track.stop();
      return toWav(new Blob(parts, { type: recorder.mimeType }), Math.min(mostSeconds, longestSeconds));
    },
  };
}

/** Converts a recording to WAV (readings, Voice). */
async function toWav(blob: Blob, mostSeconds: number): Promise<{ recording: string; seconds: number }> {
  const context = new OfflineAudioContext(1, 1, samplesPerSecond);
  const audio = await context.decodeAudioData(await blob.arrayBuffer());
  const samples = audio.getChannelData(0).subarray(0, mostSeconds * samplesPerSecond);
  return { recording: base64(wavOf(samples)), seconds: samples.length / samplesPerSecond };
}

function wavOf(samples: Float32Array): Uint8Array {
  const bytes = new Uint8Array(44 + samples.length * 2);
  const view = new DataView(bytes.buffer);
  const text = (at: number, words: string) => {
    for (let index = 0; index < words.length; index++) bytes[at + index] = words.charCodeAt(index);
  };
  text(0, "RIFF");
  view.setUint32(4, 36 + samples.length * 2, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, samplesPerSecond, true);
  view.setUint32(28, samplesPerSecond * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, "data");
  view.setUint32(40, samples.length * 2, true);
  samples.forEach((sample, index) => {
    view.setInt16(44 + index * 2, Math.max(-1, Math.min(1, sample)) * 0x7fff, true);
  });
  return bytes;
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

import type { PhoneToken } from "@trunkline/contract/agents/phone.ts";
import type { Call, Device } from "@twilio/voice-sdk";
import { describeSoundProblem, noMicrophone } from "./describeSoundProblem.ts";
import { openMicrophone } from "./openMicrophone.ts";
import { useSoundState } from "./soundState.ts";

/** Windows of one browser take turns: a call must not be accepted by two of them. */
const lockName = "trunkline.phone.sound";

/** The open sound of this window. */
export interface OpenSound {
  /** Replaces tokens that end. */
  renew(tokens: readonly PhoneToken[]): void;
  close(): void;
}

/** Takes the calls of these connections with sound, once no other window does. The state says how it is. */
export function openSound(tokens: readonly PhoneToken[]): OpenSound {
  const set = useSoundState.setState;
  const closing = new AbortController();
  const devices = new Map<string, Device>();
  let latest = tokens;
  set({ is: "elsewhere", problem: null, inBrowser: undefined });
  const untilClosed = new Promise<void>((resolve) => {
    closing.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  void navigator.locks
    .request(lockName, { signal: closing.signal }, async () => {
      set({ is: "starting" });
      try {
        await start();
      } catch (problem) {
        set({ is: "failed", problem: describeSoundProblem(problem) });
      }
      await untilClosed;
      for (const device of devices.values()) device.destroy();
    })
    // closed while another window had the sound
    .catch(() => undefined);

  async function start(): Promise<void> {
    const microphone = await openMicrophone();
    if (microphone === null) throw new Error(noMicrophone);
    microphone.close();
    const { Device: PhoneDevice } = await import("@twilio/voice-sdk");
    if (closing.signal.aborted) return;
    for (const { connectionId, token } of latest) {
      const device = new PhoneDevice(token, {
        appName: "Trunkline",
        closeProtection: "You are on a call. Closing the page ends it.",
        logLevel: "silent",
      });
      devices.set(connectionId, device);
      listen(device, connectionId);
      await device.register();
    }
  }

  function listen(device: Device, connectionId: string): void {
    // the page rings itself
    device.audio?.incoming(false);
    const ready = (isReady: boolean) => {
      if (closing.signal.aborted) return;
      const others = (useSoundState.getState().inBrowser ?? []).filter((one) => one !== connectionId);
      const inBrowser = isReady ? [...others, connectionId] : others;
      set({ inBrowser, ...(isReady ? { is: "ready", problem: null } : inBrowser.length === 0 && { is: "starting" }) });
    };
    device.on("registered", () => ready(true));
    device.on("unregistered", () => ready(false));
    device.on("error", (problem: unknown) => {
      const { inBrowser = [] } = useSoundState.getState();
      set({ problem: describeSoundProblem(problem), ...(inBrowser.length === 0 && { is: "failed" }) });
    });
    // the provider rings this browser only after its user has answered
    device.on("incoming", take);
  }

  return {
    renew(renewed) {
      latest = renewed;
      for (const { connectionId, token } of renewed) devices.get(connectionId)?.updateToken(token);
    },
    close() {
      closing.abort();
      set({ is: "off", problem: null, inBrowser: [], call: null });
    },
  };
}

/** Accepts a call and shows its controls until it ends. */
function take(call: Call): void {
  const set = useSoundState.setState;
  const mute = (isMuted: boolean) => call.mute(isMuted);
  const press = (key: string) => call.sendDigits(key);
  const over = () => set({ call: null });
  call.on("accept", () => set({ call: { isMuted: false, mute, press }, problem: null }));
  call.on("mute", (isMuted: boolean) => set({ call: { isMuted, mute, press } }));
  for (const end of ["disconnect", "cancel", "reject"] as const) call.on(end, over);
  call.on("error", (problem: unknown) => set({ problem: describeSoundProblem(problem) }));
  call.accept();
}

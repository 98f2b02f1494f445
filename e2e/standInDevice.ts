import type { Call, Device as SdkDevice } from "@twilio/voice-sdk";

// Runs in the page in place of the provider's browser SDK, which needs the provider itself. It has the SDK's own types.

type Listener = (...values: unknown[]) => void;

class Events {
  private readonly listeners: [name: string, listener: Listener][] = [];
  on(name: string, listener: Listener): this {
    this.listeners.push([name, listener]);
    return this;
  }
  emit(name: string, ...values: unknown[]): void {
    for (const [of, listener] of this.listeners) if (of === name) listener(...values);
  }
}

/** A call that rings in this browser. */
class StandInCall extends Events implements Pick<Call, "accept" | "mute" | "sendDigits"> {
  isAccepted = false;
  keys = "";
  isSilent = false;
  accept(): void {
    this.isAccepted = true;
    this.emit("accept", this);
  }
  mute(isMuted = true): void {
    this.isSilent = isMuted;
    this.emit("mute", isMuted, this);
  }
  sendDigits(digits: string): void {
    if (!/^[0-9*#w]+$/.test(digits)) throw new Error(`no digits: ${digits}`);
    this.keys += digits;
  }
}

/** The devices of the page, and the calls that rang. */
const own: { devices: Device[]; calls: StandInCall[]; fails: { code: number; message: string } | null } = {
  devices: [],
  calls: [],
  fails: null,
};
Object.assign(globalThis, { standIn: own });

export class Device extends Events implements Pick<SdkDevice, "register" | "destroy" | "updateToken" | "token"> {
  token: string;
  isRegistered = false;
  readonly audio = { incoming: (isAudible?: boolean): boolean => isAudible ?? true };
  constructor(token: string, options: SdkDevice.Options = {}) {
    super();
    const known = ["appName", "closeProtection", "logLevel"];
    const unknown = Object.keys(options).filter((name) => !known.includes(name));
    if (unknown.length > 0) throw new Error(`unknown options: ${unknown.join()}`);
    this.token = token;
    own.devices.push(this);
  }
  async register(): Promise<void> {
    const header = JSON.parse(atob((this.token.split(".")[0] ?? "").replaceAll("-", "+").replaceAll("_", "/")));
    const problem =
      header.cty === "twilio-fpa;v=1" ? own.fails : { code: 20_101, message: "AccessTokenInvalid (20101)" };
    if (problem !== null) {
      this.emit("error", problem);
      throw problem;
    }
    this.isRegistered = true;
    this.emit("registered");
  }
  updateToken(token: string): void {
    this.token = token;
  }
  destroy(): void {
    if (this.isRegistered) this.emit("unregistered");
    this.isRegistered = false;
  }
  /** The provider rings this browser. */
  ring(): StandInCall {
    const call = new StandInCall();
    own.calls.push(call);
    this.emit("incoming", call);
    return call;
  }
}

/** Actions of an option (spec 3 §3 IVR). */
const ivrActionTypes = ["say", "play", "hangup", "dial", "nextMenu", "workflow", "livelist"] as const;
export type IvrActionType = (typeof ivrActionTypes)[number];

/** Actions that must be last (spec 3 §2). */
export const terminalActions: readonly string[] = ["nextMenu", "hangup", "dial"] satisfies IvrActionType[];

/** Navigation keys (spec 3 §2): the first menu and the previous one. */
export const firstMenuKey = "*";
export const priorMenuKey = "9";

/** Limits (readings, IVR and live lists). */
export const mostAttempts = 8;
export const highestKey = 8;
/** Most menus. Calls keep a copy of the whole IVR. */
export const mostMenus = 200;

/** Playback speeds (spec 3 §9): saved value and label. */
export const playbackSpeeds = [
  { value: "100%", label: "1x" },
  { value: "110%", label: "1.1x" },
  { value: "120%", label: "1.2x" },
  { value: "130%", label: "1.3x" },
] as const;
const playbackSpeedNames = ["100%", "110%", "120%", "130%"] as const;

export interface IvrAction {
  type: IvrActionType;
  /** The text, address, number, menu, workflow or live list. "" for hangup. */
  value: string;
}

export interface IvrOption {
  dtmfKey: number;
  say: string;
  actions: IvrAction[];
}

/** One menu. `menuId` is its name (readings, IVR and live lists). */
export interface IvrMenu {
  menuId: string;
  say: string;
  play: string;
  /** The message is audio instead of text. */
  recording: boolean;
  version: number;
  entry: boolean;
  options: IvrOption[];
}

export interface IvrConfiguration {
  ttsVoice: string;
  maxAttempts: number;
  timeout: number;
  minDigits: 1;
  maxDigits: 1;
  say: string;
  play: string;
  recording: boolean;
  ttsPlaybackSpeed: (typeof playbackSpeedNames)[number];
  maxAttemptsPlay: string;
  maxAttemptsSay: string;
  description: string;
}

/** A saved IVR (spec 3 §3; wire reading 24). */
export interface Ivr {
  ivrName: string;
  version: number;
  configurationOptions: IvrConfiguration;
  menus: IvrMenu[];
}

/** A new menu with one option (spec 3 §9: new option default DTMF key 1). */
export const newMenu = (entry: boolean): IvrMenu => ({
  menuId: "",
  say: "",
  play: "",
  recording: false,
  version: 0,
  entry,
  options: [newOption()],
});

/** A new option. Its key is 1 (spec 3 §9), even if another option has it. */
export const newOption = (): IvrOption => ({ dtmfKey: 1, say: "", actions: [] });

/** A new IVR (spec 3 §9). */
export const newIvr = (): Ivr => ({
  ivrName: "",
  version: 0,
  configurationOptions: {
    ttsVoice: "",
    maxAttempts: 3,
    timeout: 3,
    minDigits: 1,
    maxDigits: 1,
    say: "",
    play: "",
    recording: false,
    ttsPlaybackSpeed: "100%",
    maxAttemptsPlay: "",
    maxAttemptsSay: "",
    description: "",
  },
  menus: [newMenu(true)],
});

/** The stored name: trimmed and lower case (spec 3 §5). It is also the IVR's route tag (readings, IVR and live lists). */
export const ivrNameOf = (name: string): string => name.trim().toLowerCase();

/** The saved form: of say and play, only the chosen one is set, and the first menu is the entry. */
export function tidyIvr(ivr: Ivr): Ivr {
  const { configurationOptions: options } = ivr;
  return {
    ...ivr,
    ivrName: ivrNameOf(ivr.ivrName),
    configurationOptions: {
      ...options,
      say: options.recording ? "" : options.say,
      play: options.recording ? options.play : "",
    },
    menus: ivr.menus.map((menu, index) => ({
      ...menu,
      menuId: menu.menuId.trim(),
      say: menu.recording ? "" : menu.say,
      play: menu.recording ? menu.play : "",
      entry: index === 0,
      options: menu.options.map((option) => ({
        ...option,
        actions: option.actions.map(({ type, value }) => ({
          type,
          value: type === "hangup" ? "" : type === "say" ? value : value.trim(),
        })),
      })),
    })),
  };
}

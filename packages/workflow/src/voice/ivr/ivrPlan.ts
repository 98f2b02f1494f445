import { parsePhone } from "../../parts/phone/phone.ts";
import { transferTo } from "../dtmf.ts";
import type { CallPlan, Instruction, MenuBook, Prompt } from "../script.ts";
import type { Ivr, IvrAction } from "./ivr.ts";

/** Builds the instructions of a live list. The caller of `ivrPlan` knows what they need. */
export type LiveListScript = (listName: string, music: string | undefined) => readonly Instruction[];

/** Input of an IVR plan besides the IVR. */
export interface IvrSurroundings {
  /** Played while another phone rings (spec 3 §3 mohUrl). */
  music?: string | undefined;
  liveList: LiveListScript;
}

/** An IVR as a call script, starting with the entry menu (spec 3 §2, §3; telecom §9). */
export function ivrPlan(ivr: Ivr, around: IvrSurroundings): CallPlan {
  return { human: [{ do: "menu" }], machine: [{ do: "menu" }], menus: menuBook(ivr, around) };
}

function menuBook({ configurationOptions: of, menus }: Ivr, around: IvrSurroundings): MenuBook {
  const speed = Number.parseInt(of.ttsPlaybackSpeed, 10) / 100;
  const say = (text: string): Prompt => ({
    do: "say",
    text,
    voice: of.ttsVoice,
    ...(speed !== 1 && { speed }),
  });
  const message = (isPlayed: boolean, text: string, url: string): Prompt[] => {
    if (isPlayed) return url === "" ? [] : [{ do: "play", url }];
    return text.trim() === "" ? [] : [say(text)];
  };
  const stepOf = ({ type, value }: IvrAction): readonly Instruction[] => {
    switch (type) {
      case "say":
        return [say(value)];
      case "play":
        return [{ do: "play", url: value }];
      case "hangup":
        return [{ do: "hangUp" }];
      case "dial":
        return [dial(value, around.music), { do: "hangUp" }];
      case "nextMenu":
        return [{ do: "menu", menu: value }];
      case "workflow":
        return [{ do: "enrol", campaignId: value }];
      case "livelist":
        return around.liveList(value, around.music);
    }
  };
  return {
    entry: menus[0]?.menuId ?? "",
    timeoutSeconds: of.timeout,
    maxAttempts: of.maxAttempts,
    again: message(of.recording, of.say, of.play),
    over: message(of.maxAttemptsPlay !== "", of.maxAttemptsSay, of.maxAttemptsPlay),
    menus: Object.fromEntries(
      menus.map((menu) => [
        menu.menuId,
        {
          prompts: [
            ...message(menu.recording, menu.say, menu.play),
            ...menu.options.flatMap((option) => message(false, option.say, "")),
          ],
          keys: Object.fromEntries(
            menu.options.map((option) => [
              String(option.dtmfKey),
              // other actions return to the menu
              [...option.actions.flatMap(stepOf), { do: "menu" } as const],
            ]),
          ),
        },
      ]),
    ),
  };
}

function dial(value: string, music: string | undefined): Instruction {
  const parsed = parsePhone(value);
  const transfer = transferTo("e164" in parsed ? parsed.e164 : value, "own");
  return transfer.do === "dial" && music ? { ...transfer, music } : transfer;
}

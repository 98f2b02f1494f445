import { Title } from "@mantine/core";
import { type IvrConfiguration, playbackSpeeds } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { FieldSet } from "../../fields/FieldSet.tsx";
import type { AnyField, Draft } from "../../fields/formContext.ts";
import classes from "./IvrForm.module.css";
import type { IvrDraft } from "./ivrDraft.ts";
import { MessageField } from "./MessageField.tsx";
import { VoiceField } from "./VoiceField.tsx";

const nameFields = (isNew: boolean): readonly AnyField[] => [
  {
    name: "ivrName",
    label: "Name",
    input: "text",
    maxLength: 72,
    required: true,
    help: "Saved in lower case and used as the route tag. It can't be changed later.",
    ...(!isNew && { disabled: () => "The name can't be changed because it is the route tag of its numbers." }),
  },
];
const description: readonly AnyField[] = [
  {
    name: "description",
    label: "Description",
    input: "text",
    maxLength: 500,
    help: "For your team. Callers don't hear it.",
  },
];
const limits: readonly AnyField[] = [
  {
    name: "timeout",
    label: "Timeout",
    input: "number",
    suffix: "seconds",
    required: true,
    help: "How long to wait for a key before it counts as an attempt.",
  },
  {
    name: "maxAttempts",
    label: "Max Attempts",
    input: "number",
    required: true,
    help: "Invalid keys or timeouts in a row, from 1 to 8.",
  },
];
const speed: readonly AnyField[] = [
  {
    name: "ttsPlaybackSpeed",
    label: "TTS Playback Speed",
    input: "choice",
    options: playbackSpeeds.map((one) => ({ ...one })),
    help: "Applies to all spoken text.",
  },
];
const music: readonly AnyField[] = [
  {
    name: "mohUrl",
    label: "Hold Music",
    input: "assetUrl",
    type: "audio",
    help: "Played while a number or live list rings.",
  },
];
const place = "configurationOptions.";

/** Settings for all menus of an IVR (spec 3 §2). */
export function IvrSettings(props: { draft: IvrDraft; isNew: boolean; onChange: (draft: IvrDraft) => void }) {
  const { draft, isNew, onChange } = props;
  const { ivr, overPlays } = draft;
  const of = ivr.configurationOptions;
  const change = (options: Partial<IvrConfiguration>, more: Partial<IvrDraft> = {}) =>
    onChange({ ...draft, ...more, ivr: { ...ivr, configurationOptions: { ...of, ...options } } });
  const set = (fields: readonly AnyField[]) => (
    <FieldSet fields={fields} draft={of as unknown as Draft} place={place} onChange={(next) => change(next)} />
  );
  return (
    <section className={classes["group"]} aria-labelledby="ivr-settings">
      <Title order={2} size="h4" id="ivr-settings">
        All menus
      </Title>
      <FieldSet
        fields={nameFields(isNew)}
        draft={{ ivrName: ivr.ivrName }}
        place=""
        onChange={({ ivrName }) => onChange({ ...draft, ivr: { ...ivr, ivrName: String(ivrName ?? "") } })}
      />
      {set(description)}
      <VoiceField
        value={of.ttsVoice}
        speed={of.ttsPlaybackSpeed}
        place={`${place}ttsVoice`}
        onChange={(ttsVoice) => change({ ttsVoice })}
      />
      <div className={classes["pair"]}>{set(limits)}</div>
      <MessageField
        label="Default message"
        help="Played after an invalid key or a timeout, before the menu repeats."
        place={place}
        message={{ isPlayed: of.recording, say: of.say, play: of.play }}
        onChange={({ isPlayed, say, play }) => change({ recording: isPlayed, say, play })}
      />
      <MessageField
        label="Max-attempt message"
        help="Played after the last attempt, before the call ends."
        place={place}
        names={{ say: "maxAttemptsSay", play: "maxAttemptsPlay" }}
        message={{ isPlayed: overPlays, say: of.maxAttemptsSay, play: of.maxAttemptsPlay }}
        onChange={({ isPlayed, say, play }) =>
          change({ maxAttemptsSay: say, maxAttemptsPlay: play }, { overPlays: isPlayed })
        }
      />
      {!overPlays && set(speed)}
      <FieldSet
        fields={music}
        draft={{ mohUrl: draft.mohUrl }}
        place=""
        onChange={({ mohUrl }) => onChange({ ...draft, mohUrl: String(mohUrl ?? "") })}
      />
    </section>
  );
}

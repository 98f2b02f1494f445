import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { FieldSet } from "../../fields/FieldSet.tsx";
import type { AnyField, Draft } from "../../fields/formContext.ts";

/** A message as text and as sound. */
export interface Message {
  isPlayed: boolean;
  say: string;
  play: string;
}

const isPlayed = (draft: Draft): boolean => draft["kind"] === "play";

/** A message that is either spoken text or a sound (spec 3 §2). */
export function MessageField(props: {
  label: string;
  help?: string;
  /** The path to it, ending in a dot. */
  place: string;
  /** The saved field names of text and sound. */
  names?: { say: string; play: string };
  message: Message;
  onChange: (message: Message) => void;
}) {
  const { label, help, place, message, names = { say: "say", play: "play" } } = props;
  const fields: readonly AnyField[] = [
    {
      name: "kind",
      label,
      input: "choice",
      ...(help !== undefined && { help }),
      options: [
        { value: "say", label: "Say" },
        { value: "play", label: "Play" },
      ],
    },
    {
      name: names.say,
      label: `${label} text`,
      input: "textarea",
      required: true,
      show: (draft: Draft) => !isPlayed(draft),
    },
    { name: names.play, label: `${label} sound`, input: "assetUrl", type: "audio", required: true, show: isPlayed },
  ];
  const draft: Draft = {
    kind: message.isPlayed ? "play" : "say",
    [names.say]: message.say,
    [names.play]: message.play,
  };
  return (
    <FieldSet
      fields={fields}
      draft={draft}
      place={place}
      onChange={(next) =>
        props.onChange({
          isPlayed: isPlayed(next),
          say: String(ownValue(next, names.say) ?? ""),
          play: String(ownValue(next, names.play) ?? ""),
        })
      }
    />
  );
}

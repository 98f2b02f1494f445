import { Alert, MultiSelect, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { numberRoutes, numberSetRoutes } from "@trunkline/contract/numbers/number.ts";
import { ivrNameOf } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { listOf } from "../../api/queries.ts";
import { messageOfFailure } from "../../ui/page/toast.tsx";
import { formatPhone, plural } from "../../ui/text/formatFigure.ts";
import classes from "./IvrForm.module.css";
import type { IvrDraft } from "./ivrDraft.ts";

/** The numbers and number sets that an IVR answers. Those of other routes are marked (spec 3 §2). */
export function AnsweredNumbers(props: { draft: IvrDraft; disabled: boolean; onChange: (draft: IvrDraft) => void }) {
  const { draft, disabled, onChange } = props;
  const numbers = useQuery(listOf(numberRoutes.list));
  const sets = useQuery(listOf(numberSetRoutes.list));
  const problem = numbers.error ?? sets.error;
  const own = ivrNameOf(draft.ivr.ivrName);
  const taken = (routeTag: string | null | undefined): string => (routeTag && routeTag !== own ? routeTag : "");
  return (
    <section className={classes["group"]} aria-labelledby="ivr-numbers">
      <Title order={2} size="h4" id="ivr-numbers">
        Numbers
      </Title>
      {problem && (
        <Alert color="red" title="Error loading numbers">
          {messageOfFailure(problem)}
        </Alert>
      )}
      <AnsweredSelect
        label="Numbers"
        description="Callers to these numbers hear the entry menu."
        noun="number"
        isPending={numbers.isPending}
        disabled={disabled}
        known={(numbers.data ?? []).map(({ phone, label, route }) => ({
          value: phone,
          words: [formatPhone(phone), label],
          other: taken(route?.routeTag),
        }))}
        value={draft.numbers}
        onChange={(chosen) => onChange({ ...draft, numbers: chosen })}
      />
      <AnsweredSelect
        label="Number Sets"
        description="All numbers of the set, including numbers added later."
        noun="number set"
        isPending={sets.isPending}
        disabled={disabled}
        known={(sets.data ?? []).map(({ numberSetId, name, phoneNumbers, routeTag }) => ({
          value: numberSetId,
          words: [name, plural(phoneNumbers.length, "number")],
          other: taken(routeTag),
        }))}
        value={draft.numberSetIds}
        onChange={(numberSetIds) => onChange({ ...draft, numberSetIds })}
      />
    </section>
  );
}

interface AnsweredSelectProps {
  label: string;
  description: string;
  /** The noun of the options: "number set". */
  noun: string;
  isPending: boolean;
  disabled: boolean;
  /** `other`: the route that answers it, or "". */
  known: readonly { value: string; words: readonly (string | null)[]; other: string }[];
  value: string[];
  onChange: (chosen: string[]) => void;
}

/** A multi-select of numbers or sets. Those that another route answers can't be chosen. */
function AnsweredSelect({ noun, isPending, known, ...input }: AnsweredSelectProps) {
  const options = known.map(({ value, words, other }) => ({
    value,
    label: [...words, other && `answered by ${other}`].filter(Boolean).join(" · "),
    disabled: other !== "" && !input.value.includes(value),
  }));
  return (
    <MultiSelect
      placeholder={input.value.length === 0 ? `Choose ${noun}s` : ""}
      searchable
      clearable
      hidePickedOptions
      aria-busy={isPending || undefined}
      nothingFoundMessage={isPending ? "Loading…" : `No matching ${noun}s`}
      data={withChosen(input.value, options)}
      {...input}
    />
  );
}

/** Shows the chosen values while the list loads. */
const withChosen = <One extends { value: string; label: string }>(chosen: readonly string[], known: readonly One[]) => [
  ...known,
  ...chosen.filter((value) => !known.some((one) => one.value === value)).map((value) => ({ value, label: value })),
];

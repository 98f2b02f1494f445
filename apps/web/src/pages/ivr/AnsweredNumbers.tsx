import { Alert, MultiSelect, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { numberRoutes, numberSetRoutes } from "@trunkline/contract/number.ts";
import { ivrNameOf } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { listOf } from "../../api/queries.ts";
import { formatPhone, plural } from "../../ui/formatFigure.ts";
import { messageOfFailure } from "../../ui/toast.tsx";
import classes from "./IvrForm.module.css";
import type { IvrDraft } from "./ivrDraft.ts";

/** The numbers and number sets that an IVR answers; what another route answers says so (spec 3 §2). */
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
      <MultiSelect
        label="Numbers"
        description="Callers of these hear the first menu."
        placeholder={draft.numbers.length === 0 ? "Choose numbers" : ""}
        searchable
        clearable
        hidePickedOptions
        aria-busy={numbers.isPending || undefined}
        nothingFoundMessage={numbers.isPending ? "Loading…" : "No number fits"}
        disabled={disabled}
        data={withChosen(
          draft.numbers,
          (numbers.data ?? []).map(({ phone, label, route }) => {
            const other = taken(route?.routeTag);
            const words = [formatPhone(phone), label, other && `answered by ${other}`].filter(Boolean).join(" · ");
            return { value: phone, label: words, disabled: other !== "" && !draft.numbers.includes(phone) };
          }),
        )}
        value={draft.numbers}
        onChange={(chosen) => onChange({ ...draft, numbers: chosen })}
      />
      <MultiSelect
        label="Number Sets"
        description="All numbers of a set, also those that join it later."
        placeholder={draft.numberSetIds.length === 0 ? "Choose number sets" : ""}
        searchable
        clearable
        hidePickedOptions
        aria-busy={sets.isPending || undefined}
        nothingFoundMessage={sets.isPending ? "Loading…" : "No number set fits"}
        disabled={disabled}
        data={withChosen(
          draft.numberSetIds,
          (sets.data ?? []).map(({ numberSetId, name, phoneNumbers, routeTag }) => {
            const other = taken(routeTag);
            const words = [name, plural(phoneNumbers.length, "number"), other && `answered by ${other}`]
              .filter(Boolean)
              .join(" · ");
            return {
              value: numberSetId,
              label: words,
              disabled: other !== "" && !draft.numberSetIds.includes(numberSetId),
            };
          }),
        )}
        value={draft.numberSetIds}
        onChange={(numberSetIds) => onChange({ ...draft, numberSetIds })}
      />
    </section>
  );
}

/** What is chosen stays to be seen while the list loads. */
const withChosen = <One extends { value: string; label: string }>(chosen: readonly string[], known: readonly One[]) => [
  ...known,
  ...chosen.filter((value) => !known.some((one) => one.value === value)).map((value) => ({ value, label: value })),
];

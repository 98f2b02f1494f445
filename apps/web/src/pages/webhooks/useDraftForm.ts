import { type FormEvent, useState } from "react";
import { useMay } from "../../api/me.ts";
import { useLeavePrompt } from "../../ui/form/useLeavePrompt.ts";

type Faults<Draft> = Partial<Record<keyof Draft, string>>;

/** The state of a form. Shows errors after the first save attempt and asks before leaving unsaved changes. */
export function useDraftForm<Draft extends object>(
  initial: Draft,
  faultsOf: (draft: Draft) => Faults<Draft>,
  /** Saves; resolves to whether it was saved. */
  save: (draft: Draft) => Promise<boolean>,
) {
  // a background reload must not mark the draft as changed
  const [first] = useState(initial);
  const [draft, setDraft] = useState(initial);
  const [state, setState] = useState<"editing" | "saving" | "saved">("editing");
  const [isRefused, setRefused] = useState(false);
  const mayEdit = useMay()("workflow-edit");
  const faults = faultsOf(draft);
  const shown: Faults<Draft> = isRefused ? faults : {};
  useLeavePrompt(draft !== first && state === "editing");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setRefused(true);
    if (Object.keys(faults).length > 0) return;
    setState("saving");
    setState((await save(draft)) ? "saved" : "editing");
  };
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  return { draft, set, shown, submit, mayEdit, isTried: isRefused, isSaving: state === "saving" };
}

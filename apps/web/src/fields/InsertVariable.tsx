import { InsertVariable as Insert } from "../ui/form/InsertVariable.tsx";
import { useForm } from "./formContext.ts";

/** The variables available at a node. */
export function InsertVariable({ onInsert }: { onInsert: (name: string) => void }) {
  const { lists } = useForm();
  const variables = (lists.options("variables") ?? []).map(({ value, label, note }) => ({
    name: String(value),
    words: label,
    note,
  }));
  return <Insert compact variables={variables} onInsert={onInsert} />;
}

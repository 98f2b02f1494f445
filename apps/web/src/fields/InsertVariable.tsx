import { InsertVariable as Insert } from "../ui/form/InsertVariable.tsx";
import { useForm } from "./formContext.ts";

/** The same in the form of a node: the variables that are there when a contact comes to it. */
export function InsertVariable({ onInsert }: { onInsert: (name: string) => void }) {
  const { lists } = useForm();
  const variables = (lists.options("variables") ?? []).map(({ value, note }) => ({ name: String(value), note }));
  return <Insert compact variables={variables} onInsert={onInsert} />;
}

import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import type { ComponentType } from "react";
import { AssetField } from "./AssetField.tsx";
import { AssetUrlField } from "./AssetUrlField.tsx";
import { ChoiceField } from "./ChoiceField.tsx";
import { ColorField } from "./ColorField.tsx";
import { DaysField } from "./DaysField.tsx";
import { type AnyField, type Draft, type FieldSetProps, useForm } from "./formContext.ts";
import { InstantField } from "./InstantField.tsx";
import { MemePreview } from "./MemePreview.tsx";
import { NumberField } from "./NumberField.tsx";
import { PathField } from "./PathField.tsx";
import { PickField } from "./PickField.tsx";
import { RowsField } from "./RowsField.tsx";
import { PickOneField, SeveralField, TextsField } from "./SeveralField.tsx";
import { StatementsField } from "./StatementsField.tsx";
import { SwitchField } from "./SwitchField.tsx";
import { TextareaField } from "./TextareaField.tsx";
import { TextField } from "./TextField.tsx";
import { TimeField } from "./TimeField.tsx";
import { VariableField } from "./VariableField.tsx";

interface Props {
  field: AnyField;
  place: string;
  draft: Draft;
  /** Renders the fields of rows. */
  FieldSet: ComponentType<FieldSetProps>;
  onChange: (value: unknown, neighbours?: Draft) => void;
}

/** Renders the input of a field. A node kind that needs a new input adds it here. */
export function FieldInput({ field, place, draft, onChange, FieldSet }: Props) {
  const { readOnly } = useForm();
  // a read-only form says so once, above its fields
  const disabled = readOnly ? (field.help ?? "") : field.disabled?.(draft);
  const bare = field.lead !== undefined;
  const common = { place, value: ownValue(draft, field.name), draft, disabled, onChange };
  switch (field.input) {
    case "text":
    case "url":
      return <TextField field={field} {...common} />;
    case "textarea":
      return <TextareaField field={field} {...common} />;
    case "variable":
      return <VariableField field={field} {...common} />;
    case "number":
      return <NumberField field={field} bare={bare} {...common} />;
    case "switch":
      return <SwitchField field={field} {...common} />;
    case "choice":
      return <ChoiceField field={field} bare={bare} {...common} />;
    case "pick":
      return <PickField field={field} {...common} />;
    case "asset":
      return <AssetField field={field} {...common} />;
    case "assetUrl":
      return <AssetUrlField field={field} {...common} />;
    case "time":
      return <TimeField field={field} {...common} />;
    case "days":
      return <DaysField field={field} {...common} />;
    case "instant":
      return <InstantField field={field} {...common} />;
    case "path":
      return <PathField field={field} bare={bare} {...common} />;
    case "statements":
      return <StatementsField field={field} {...common} />;
    case "color":
      return <ColorField field={field} {...common} />;
    case "memePreview":
      return <MemePreview field={field} {...common} />;
    case "pickOne":
      return <PickOneField field={field} {...common} />;
    case "pickSeveral":
    case "chooseSeveral":
      return <SeveralField field={field} {...common} />;
    case "texts":
      return <TextsField field={field} {...common} />;
    case "rows":
      return <RowsField field={field} {...common} FieldSet={FieldSet} />;
  }
}

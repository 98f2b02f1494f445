import { Input, SegmentedControl, Stack } from "@mantine/core";
import { useId, useState } from "react";
import { isAssetAddress } from "../api/assets.ts";
import { AssetField } from "./AssetField.tsx";
import type { FieldProps } from "./formContext.ts";
import { TextField } from "./TextField.tsx";

const sources = [
  { value: "asset", label: "Uploaded Asset" },
  { value: "elsewhere", label: "External URL" },
];

/** The URL of an asset, or an external URL. The saved URL shows which (spec 2 §3.3 callXml). */
export function AssetUrlField({ field, place, value, draft, disabled, onChange }: FieldProps<"assetUrl">) {
  const id = useId();
  const { name, label, required = false, type } = field;
  const rules = { name, required, ...(field.help !== undefined && { help: field.help }) };
  const url = typeof value === "string" ? value : "";
  const [chosen, setChosen] = useState<string>();
  const isAsset = url === "" ? chosen !== "elsewhere" : isAssetAddress(url) && chosen !== "elsewhere";
  const inner = { place, value: url, draft, disabled, onChange, bare: true };
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} withAsterisk={required}>
      <Stack gap={8} mt={4} role="group" aria-labelledby={id}>
        <SegmentedControl
          aria-label={`Source of ${label}`}
          fullWidth
          data={sources}
          disabled={disabled !== undefined}
          value={isAsset ? "asset" : "elsewhere"}
          onChange={(source) => {
            setChosen(source);
            if (url !== "") onChange("");
          }}
        />
        {isAsset ? (
          <AssetField field={{ ...rules, label: "Uploaded Asset", input: "asset", type }} {...inner} />
        ) : (
          <TextField field={{ ...rules, label: "External URL", input: "url" }} {...inner} />
        )}
      </Stack>
    </Input.Wrapper>
  );
}

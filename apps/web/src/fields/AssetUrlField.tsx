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

/** The address of one of the account's assets, or any other: what is saved tells which it is (spec 2 §3.3 callXml). */
export function AssetUrlField({ field, place, value, draft, disabled, onChange }: FieldProps<"assetUrl">) {
  const id = useId();
  const { name, label, help, required = false, type } = field;
  const url = typeof value === "string" ? value : "";
  const [chosen, setChosen] = useState<string>();
  const isAsset = url === "" ? chosen !== "elsewhere" : isAssetAddress(url) && chosen !== "elsewhere";
  // the reason stands above, once
  const inner = { place, value: url, draft, disabled: disabled === undefined ? disabled : "", onChange };
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      description={disabled ?? help}
      withAsterisk={required}
    >
      <Stack gap={8} mt={4} role="group" aria-labelledby={id}>
        <SegmentedControl
          aria-label={`Source of ${label}`}
          fullWidth
          data={sources}
          disabled={disabled !== undefined}
          value={isAsset ? "asset" : "elsewhere"}
          onChange={(source) => {
            setChosen(source);
            onChange("");
          }}
        />
        {isAsset ? (
          <AssetField field={{ name, label: "Uploaded Asset", input: "asset", type, required }} {...inner} />
        ) : (
          <TextField field={{ name, label: "External URL", input: "url", required }} {...inner} />
        )}
      </Stack>
    </Input.Wrapper>
  );
}

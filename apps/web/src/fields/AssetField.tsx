import { Select, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Asset, assetRoutes } from "@trunkline/contract/assets/asset.ts";
import { limitsOf, sizeOf } from "../api/assets.ts";
import { useMay } from "../api/me.ts";
import { listOf } from "../api/queries.ts";
import { UploadButton } from "../ui/form/UploadButton.tsx";
import { messageOfFailure } from "../ui/page/toast.tsx";
import { type Bare, type FieldProps, labelled, useForm } from "./formContext.ts";
import { PickLine } from "./PickField.tsx";

/** An asset of one type, chosen from the list or uploaded. */
export function AssetField({ field, place, value, disabled, onChange, bare }: FieldProps<"asset"> & Bare) {
  const { errorAt } = useForm();
  const assets = useQuery(listOf(assetRoutes.list, { query: { type: field.type } }));
  const mayUpload = useMay()("workflow-edit");
  const kept = (asset: Asset): string => (field.keeps === "fileName" ? asset.fileName : asset.publicUrl);
  const chosen = typeof value === "string" ? value : "";
  const known = assets.data?.map((asset) => ({
    value: kept(asset),
    label: asset.fileName,
    note: asset.width === null ? sizeOf(asset.bytes) : `${asset.width} × ${asset.height}`,
  }));
  const isGone = chosen !== "" && known?.every((one) => one.value !== chosen);
  const shown = [...(known ?? []), ...(isGone || !known ? [chosen].filter(Boolean).map(goneOption) : [])];
  const waiting = assets.isError ? messageOfFailure(assets.error) : "Loading…";
  return (
    <Stack gap={8}>
      <Select
        {...labelled(field.label, bare)}
        description={disabled ?? field.help ?? limitsOf(field.type)}
        withAsterisk={field.required}
        searchable
        clearable={!field.required}
        data={shown.map(({ value: option, label }) => ({ value: option, label }))}
        renderOption={({ option }) => (
          <PickLine option={option} note={shown.find((one) => one.value === option.value)?.note} />
        )}
        placeholder={known ? "Choose" : waiting}
        nothingFoundMessage={known ? "Nothing found" : waiting}
        disabled={disabled !== undefined}
        value={chosen === "" ? null : chosen}
        onChange={(next) => onChange(next ?? "")}
        error={errorAt(place)}
      />
      {disabled === undefined && mayUpload ? (
        <UploadButton type={field.type} label={`Upload for ${field.label}`} onDone={(asset) => onChange(kept(asset))} />
      ) : null}
    </Stack>
  );
}

const goneOption = (value: string) => ({
  value,
  label: value.split("/").at(-1) ?? value,
  note: "not found in assets",
});

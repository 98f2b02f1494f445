import { Anchor, Checkbox, Group, Input, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { numberRoutes, numberSetBody } from "@trunkline/contract/numbers/number.ts";
import { useState } from "react";
import { notAllowed, useMay } from "../../api/me.ts";
import { listOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { useLeavePrompt } from "../../ui/form/useLeavePrompt.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { SearchBox } from "../../ui/table/SearchBox.tsx";
import { formatPhone } from "../../ui/text/formatFigure.ts";
import classes from "./NumberSetForm.module.css";

export interface NumberSetDraft {
  name: string;
  phoneNumbers: string[];
}

/** Name and numbers of a set; `save` resolves to whether it was saved. */
export function NumberSetForm({
  initial,
  save,
}: {
  initial: NumberSetDraft;
  save: (draft: NumberSetDraft) => Promise<boolean>;
}) {
  const form = useForm<NumberSetDraft>({
    initialValues: initial,
    validate: schemaResolver(numberSetBody, { sync: true }),
    validateInputOnBlur: ["name"],
  });
  const [state, setState] = useState<"editing" | "saving" | "saved">("editing");
  const mayAdmin = useMay()("number-admin");
  useLeavePrompt(form.isDirty() && state === "editing");
  const submit = form.onSubmit(async (draft) => {
    setState("saving");
    setState((await save(draft)) ? "saved" : "editing");
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        <TextInput label="Name" required disabled={!mayAdmin} {...form.getInputProps("name")} />
        <Numbers
          chosen={form.values.phoneNumbers}
          disabled={!mayAdmin}
          onChange={(phoneNumbers) => form.setFieldValue("phoneNumbers", phoneNumbers)}
        />
        <FormActions
          saving={state === "saving"}
          reason={mayAdmin ? undefined : notAllowed}
          cancelTo={paths.numberSets}
        />
      </Stack>
    </form>
  );
}

function Numbers({
  chosen,
  disabled,
  onChange,
}: {
  chosen: string[];
  disabled: boolean;
  onChange: (phones: string[]) => void;
}) {
  const numbers = useQuery(listOf(numberRoutes.list));
  const [search, setSearch] = useState("");
  const digits = search.replace(/\D/g, "");
  const found = numbers.data?.filter(({ phone, label, place }) =>
    digits ? phone.includes(digits) : `${label ?? ""} ${place ?? ""}`.toLowerCase().includes(search.toLowerCase()),
  );
  const toggle = (phone: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, phone] : chosen.filter((one) => one !== phone));
  const all = found?.map(({ phone }) => phone) ?? [];
  const isAll = all.length > 0 && all.every((phone) => chosen.includes(phone));
  return (
    <Input.Wrapper label="Numbers" description={`${chosen.length} in the set`} labelElement="div">
      <div className={classes["frame"]}>
        <Group gap={12} className={classes["bar"] ?? ""}>
          <Checkbox
            size="xs"
            label="Select all shown"
            disabled={disabled || all.length === 0}
            checked={isAll}
            indeterminate={!isAll && all.some((phone) => chosen.includes(phone))}
            onChange={() =>
              onChange(isAll ? chosen.filter((phone) => !all.includes(phone)) : [...new Set([...chosen, ...all])])
            }
          />
          <SearchBox label="Search numbers" value={search} onSearch={setSearch} />
        </Group>
        <div className={classes["list"]}>
          {numbers.isError ? (
            <ErrorState title="Error loading numbers" problem={numbers.error} retry={() => numbers.refetch()} />
          ) : numbers.isPending ? (
            <Skeleton height={80} />
          ) : numbers.data.length === 0 ? (
            <Text c="dimmed" ta="center" py={24}>
              No numbers yet.{" "}
              <Anchor component={PathLink} to={paths.numbers} search={{ take: "yes" }} inherit underline="always">
                Get a number
              </Anchor>
            </Text>
          ) : found?.length === 0 ? (
            <Text c="dimmed" ta="center" py={24}>
              No matching numbers.
            </Text>
          ) : (
            found?.map(({ phone, label, place, numberSets }) => (
              <Checkbox
                key={phone}
                size="sm"
                className={classes["number"] ?? ""}
                disabled={disabled}
                checked={chosen.includes(phone)}
                onChange={(event) => toggle(phone, event.currentTarget.checked)}
                label={<span className="figures">{formatPhone(phone)}</span>}
                description={[
                  label,
                  place,
                  numberSets.length > 0 ? `in ${numberSets.map(({ name }) => name).join(", ")}` : null,
                ]
                  .filter(Boolean)
                  .join(" · ")}
              />
            ))
          )}
        </div>
      </div>
    </Input.Wrapper>
  );
}

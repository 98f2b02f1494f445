import { Fieldset, SimpleGrid, Switch } from "@mantine/core";
import type { ReactNode } from "react";
import { WholeNumberInput } from "../../../ui/form/WholeNumberInput.tsx";
import type { KindFields } from "./carrierDraft.ts";

/** How fast a connection sends, which every kind has. `children` are further numbers of a kind. */
export function SendingFields({
  form,
  window,
  children,
}: {
  form: Parameters<KindFields>[0]["form"];
  window: { label: string; description: string };
  children?: ReactNode;
}) {
  return (
    <Fieldset legend="Sending">
      <SimpleGrid cols={{ base: 1, xs: children ? 3 : 2 }} spacing={12} verticalSpacing={12}>
        <WholeNumberInput
          label="Messages per second"
          description="Leave empty for no limit"
          hideControls
          {...form.getInputProps("perSecond")}
          value={String(form.values["perSecond"] ?? "")}
        />
        <WholeNumberInput {...window} hideControls {...form.getInputProps("windowSize")} />
        {children}
      </SimpleGrid>
      <Switch
        mt={12}
        label="Registered numbers only"
        description="Blocks texts to the United States unless the number's 10DLC campaign is approved"
        {...form.getInputProps("demandsRegistration", { type: "checkbox" })}
      />
    </Fieldset>
  );
}

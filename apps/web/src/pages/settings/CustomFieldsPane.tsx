import { Stack, TagsInput, Text } from "@mantine/core";
import { type Account, accountBody } from "@trunkline/contract/identity/account.ts";
import { useState } from "react";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { useLeavePrompt } from "../../ui/form/useLeavePrompt.ts";
import { useSaveAccount } from "./useSaveAccount.ts";

/** The account's custom contact fields. */
export function CustomFieldsPane({ account }: { account: Account }) {
  const { save, saving, reason } = useSaveAccount();
  const [fields, setFields] = useState(account.customFields);
  const isChanged = fields.join() !== account.customFields.join();
  const problem = accountBody.safeParse({ customFields: fields }).error?.issues[0];
  const wrong = problem ? `${fields[Number(problem.path[1])] ?? ""}: ${problem.message}` : undefined;
  useLeavePrompt(isChanged);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (wrong === undefined) save({ customFields: fields });
      }}
    >
      <Stack gap={16}>
        <TagsInput
          label="Custom contact fields"
          description="Type a name and press Enter. Use lowercase letters, digits and _. In texts, write ${name}."
          disabled={reason !== undefined}
          error={wrong}
          splitChars={[",", " "]}
          value={fields}
          onChange={(names) => setFields([...new Set(names.map((name) => name.trim().toLowerCase()).filter(Boolean))])}
        />
        <Text size="sm" c="dimmed">
          Removing a field hides it. Contacts keep their values.
        </Text>
        <FormActions saving={saving} reason={reason ?? wrong ?? (isChanged ? undefined : "No changes to save")} />
      </Stack>
    </form>
  );
}

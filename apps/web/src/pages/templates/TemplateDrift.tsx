import { Alert, Anchor, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { tenDlcRoutes } from "@trunkline/contract/registration/tenDlcCampaign.ts";
import { useMe } from "../../api/me.ts";
import { listOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { PathLink } from "../../ui/page/PathLink.tsx";
import type { TemplateDraft } from "./templateDraft.ts";

const settleMs = 500;

/** Warns when a template differs from what carriers approved (spec 1 §3.8). */
export function TemplateDrift({ templateId, draft }: { templateId: string; draft: TemplateDraft }) {
  const { account } = useMe();
  const [{ templateText, templateMediaUrl }] = useDebouncedValue(draft, settleMs);
  const drift = useQuery({
    ...listOf(tenDlcRoutes.drift, {
      params: { acct: account.accountSid },
      body: { templateId, templateText, templateMediaUrl: templateMediaUrl || null },
    }),
    placeholderData: (before) => before,
    retry: false,
  });
  // a failed check shows no warning, because saving does not depend on it
  if (drift.data === undefined || drift.data.length === 0) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={16} />} title="This differs from what carriers approved">
      {drift.data.map(({ id, brandName, usecase, words }) => (
        <Text key={id} size="sm">
          <Anchor component={PathLink} to={paths.editTenDlc(id)} inherit underline="always">
            10DLC campaign of {brandName} · {usecase}
          </Anchor>
          : {words}
        </Text>
      ))}
      <Text size="sm" mt={4}>
        Carriers may block texts that differ from the approved samples. Change the text, or update the samples of the
        10DLC campaign.
      </Text>
    </Alert>
  );
}

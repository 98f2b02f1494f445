import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { campaignRoutes } from "@trunkline/contract/campaign.ts";
import { callOne } from "../../api/call.ts";
import { listOf } from "../../api/queries.ts";
import { formatAgo } from "../../ui/formatTime.ts";

interface Props {
  campaignId: string;
  /** The version that was changed here. */
  version: number;
  close: () => void;
  reload: () => void;
  saveOver: (newest: number) => void;
}

/** Somebody saved while one was drawing: nobody's work is lost without a choice. */
export function NewerVersion({ campaignId, version, close, reload, saveOver }: Props) {
  const params = { campaignId };
  const versions = useQuery({ ...listOf(campaignRoutes.versions, { params, query: { limit: 1 } }), staleTime: 0 });
  const newest = versions.data?.[0];
  const overwrite = async () => {
    const { workflowVersion } = await callOne(campaignRoutes.find, { params });
    saveOver(newest?.version ?? workflowVersion);
  };
  return (
    <Modal opened onClose={close} size={520} title="Somebody saved before you">
      <Stack gap={16}>
        <Text size="sm">
          {newest
            ? `${newest.createdBy} saved version ${newest.version} ${formatAgo(newest.created, Date.now())}, after you opened version ${version}.`
            : `A newer version was saved after you opened version ${version}.`}
        </Text>
        <Text size="sm" c="dimmed">
          Saved over, it stays in the list of versions and can be restored. Loaded, your own changes are lost.
        </Text>
        <Group gap={8} justify="flex-end">
          <Button variant="subtle" color="gray" data-autofocus onClick={close}>
            Go on drawing
          </Button>
          <Button variant="default" onClick={reload}>
            {`Load ${newest ? `version ${newest.version}` : "the newest"}`}
          </Button>
          <Button disabled={versions.isPending} onClick={() => void overwrite()}>
            Save mine over it
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

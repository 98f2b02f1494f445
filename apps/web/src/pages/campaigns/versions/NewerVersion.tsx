import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { formatAgo } from "../../../ui/text/formatTime.ts";
import type { Versioned } from "./versioned.ts";

interface Props {
  of: Versioned;
  /** The version that was changed here. */
  version: number;
  close: () => void;
  reload: () => void;
  saveOver: (newest: number) => void;
}

/** Somebody saved while one was drawing: nobody's work is lost without a choice. */
export function NewerVersion({ of, version, close, reload, saveOver }: Props) {
  const versions = useQuery({ ...of.newest, staleTime: 0 });
  const newest = versions.isFetching ? undefined : (versions.data ?? undefined);
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
          <Button disabled={newest === undefined} onClick={() => newest && saveOver(newest.version)}>
            Save mine over it
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

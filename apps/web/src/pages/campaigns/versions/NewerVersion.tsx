import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { formatAgo } from "../../../ui/text/formatTime.ts";
import type { Versioned } from "./versioned.ts";

interface Props {
  of: Versioned;
  /** The version that the user's changes are based on. */
  version: number;
  close: () => void;
  reload: () => void;
  saveOver: (newest: number) => void;
}

/** Asks what to do when another user saved a newer version during editing. */
export function NewerVersion({ of, version, close, reload, saveOver }: Props) {
  const versions = useQuery({ ...of.newest, staleTime: 0 });
  const newest = versions.isFetching ? undefined : (versions.data ?? undefined);
  return (
    <Modal opened onClose={close} size={520} title="A newer version exists">
      <Stack gap={16}>
        <Text size="sm">
          {newest
            ? `${newest.createdBy} saved version ${newest.version} ${formatAgo(newest.created, Date.now())}. You are editing version ${version}.`
            : `A newer version was saved. You are editing version ${version}.`}
        </Text>
        <Text size="sm" c="dimmed">
          If you save anyway, you can still restore the newer version from the version list. If you load it, your
          changes are lost.
        </Text>
        <Group gap={8} justify="flex-end">
          <Button variant="subtle" color="gray" data-autofocus onClick={close}>
            Keep editing
          </Button>
          <Button variant="default" onClick={reload}>
            {`Load ${newest ? `version ${newest.version}` : "newest version"}`}
          </Button>
          <Button disabled={newest === undefined} onClick={() => newest && saveOver(newest.version)}>
            Save anyway
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

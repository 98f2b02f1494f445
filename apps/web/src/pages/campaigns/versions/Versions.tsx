import { Button, Drawer, Skeleton, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { rowsOf } from "../../../api/queries.ts";
import { ErrorState } from "../../../ui/page/ErrorState.tsx";
import { Time } from "../../../ui/text/Time.tsx";
import classes from "./Versions.module.css";
import type { Versioned } from "./versioned.ts";

interface Props {
  of: Versioned;
  /** The version on the canvas. */
  shown: number;
  close: () => void;
  open: (version: number, isNewest: boolean) => void;
}

/** Every save of the workflow, newest first, with who and when; each can be read. */
export function Versions({ of, shown, close, open }: Props) {
  // nothing of an earlier look is kept: its newest may not be the newest any more, and would be opened as such
  const versions = useInfiniteQuery({ ...of.pages, staleTime: 0, gcTime: 0 });
  const rows = rowsOf(versions.data);
  return (
    <Drawer opened onClose={close} position="right" size={340} title="Versions">
      {versions.isError && rows === undefined ? (
        <ErrorState title="Error loading versions" problem={versions.error} retry={() => versions.refetch()} />
      ) : rows === undefined ? (
        <Stack gap={8} aria-busy>
          <Skeleton height={44} />
          <Skeleton height={44} />
        </Stack>
      ) : (
        <ol className={classes["list"]} aria-label="Versions">
          {rows.map(({ version, created, createdBy }, index) => (
            <li key={version}>
              <button
                type="button"
                className={classes["version"]}
                aria-current={version === shown || undefined}
                onClick={() => open(version, index === 0)}
              >
                <span className={classes["name"]}>
                  {`Version ${version}`}
                  {index === 0 && <span className={classes["newest"]}>newest</span>}
                </span>
                <span className={classes["who"]}>
                  {createdBy} · <Time at={created} />
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
      {rows?.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing was saved yet. Every save makes a version that can be read and restored here.
        </Text>
      )}
      {versions.hasNextPage && (
        <Button
          mt={8}
          fullWidth
          variant="default"
          loading={versions.isFetchingNextPage}
          onClick={() => void versions.fetchNextPage()}
        >
          Older versions
        </Button>
      )}
    </Drawer>
  );
}

import { Skeleton } from "@mantine/core";
import { Page } from "../../ui/Page.tsx";

/** Loading face of this page. */
export function EditorPage() {
  return (
    <Page title="Loading">
      <Skeleton height={320} />
    </Page>
  );
}

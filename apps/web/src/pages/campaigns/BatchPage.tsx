import { Skeleton } from "@mantine/core";
import { Page } from "../../ui/Page.tsx";

/** Loading face of this page. */
export function BatchPage() {
  return (
    <Page title="Run">
      <Skeleton height={320} />
    </Page>
  );
}

import { Paper, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import type { ReactNode } from "react";
import classes from "./AuthPage.module.css";

/** The layout of the auth pages. */
export function AuthPage({ title, purpose, children }: { title: string; purpose: ReactNode; children: ReactNode }) {
  useDocumentTitle(`${title} · Trunkline`);
  return (
    <main className={classes["ground"]}>
      <div className={classes["brand"]}>
        <img src="/trunkline.svg" width={32} height={32} alt="" />
        Trunkline
      </div>
      <Paper className={classes["card"] ?? ""} withBorder>
        <Title order={1}>{title}</Title>
        <Text c="dimmed" mt={4} mb={20}>
          {purpose}
        </Text>
        {children}
      </Paper>
    </main>
  );
}

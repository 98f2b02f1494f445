import type { UseFormReturnType } from "@mantine/form";
import type { ReactNode } from "react";

/** The form of a connection. A number can be empty while it is typed. */
export type CarrierDraft = { kind: string; name: string; password: string } & Record<
  string,
  string | number | boolean | null
>;

/** Draws the fields that only one kind of connection has. */
export type KindFields = (props: {
  form: Pick<UseFormReturnType<CarrierDraft>, "getInputProps" | "values">;
  isNew: boolean;
}) => ReactNode;

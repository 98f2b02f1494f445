import { Select, type SelectProps } from "@mantine/core";

/** The drop-down list that `LaterSelect` loads. */
export const OpenSelect = (props: SelectProps) => <Select {...props} />;

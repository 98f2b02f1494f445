import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "../run/BatchPage.module.css";

/** Where the drawing of a run stands; its shape while it is on its way. */
export const DrawingFrame = ({ children = <Skeleton height="100%" /> }: { children?: ReactNode }) => (
  <div className={classes["drawing"]}>{children}</div>
);

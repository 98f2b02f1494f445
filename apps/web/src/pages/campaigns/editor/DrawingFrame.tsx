import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "../run/BatchPage.module.css";

/** The frame of a run's drawing, with a skeleton while it loads. */
export const DrawingFrame = ({ children = <Skeleton height="100%" /> }: { children?: ReactNode }) => (
  <div className={classes["drawing"]}>{children}</div>
);

import { paths } from "../paths.ts";
import { PathLink } from "../ui/page/PathLink.tsx";
import classes from "./Brand.module.css";

/** The logo and name of the product, which lead to the home page. */
export function Brand({ collapsed = false, onGo }: { collapsed?: boolean; onGo?: () => void }) {
  return (
    <PathLink to={paths.home} className={classes["brand"]} data-collapsed={collapsed || undefined} onClick={onGo}>
      <img src="/trunkline.svg" width={24} height={24} alt={collapsed ? "Trunkline" : ""} />
      {collapsed ? null : <span>Trunkline</span>}
    </PathLink>
  );
}

import classes from "./Brand.module.css";

/** The logo and name of the product. */
export function Brand({ collapsed = false }: { collapsed?: boolean }) {
  return (
    <div className={classes["brand"]} data-collapsed={collapsed || undefined}>
      <img src="/trunkline.svg" width={24} height={24} alt={collapsed ? "Trunkline" : ""} />
      {collapsed ? null : <span>Trunkline</span>}
    </div>
  );
}

import { Words } from "@/app/_words/words";

/** Loads the texts of the area. */
export default function GovernanceLayout({ children }: LayoutProps<"/[tenant]/governance">) {
  return <Words of="governance">{children}</Words>;
}

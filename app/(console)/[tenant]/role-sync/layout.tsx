import { Words } from "@/app/_words/words";

/** Gives the area its words. */
export default function RoleSyncLayout({ children }: LayoutProps<"/[tenant]/role-sync">) {
  return <Words of="role-sync">{children}</Words>;
}

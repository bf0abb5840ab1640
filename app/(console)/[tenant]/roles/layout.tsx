import { Words } from "@/app/_words/words";

export default function RolesLayout({ children }: LayoutProps<"/[tenant]/roles">) {
  return <Words of="roles">{children}</Words>;
}

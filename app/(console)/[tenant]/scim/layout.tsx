import { Words } from "@/app/_words/words";

export default function ScimLayout({ children }: LayoutProps<"/[tenant]/scim">) {
  return <Words of="scim">{children}</Words>;
}

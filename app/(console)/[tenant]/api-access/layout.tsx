import { Words } from "@/app/_words/words";

export default function ApiAccessLayout({ children }: LayoutProps<"/[tenant]/api-access">) {
  return <Words of={["api-access", "console-capabilities"]}>{children}</Words>;
}

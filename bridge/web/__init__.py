"""The demonstration page and its server; `page/` holds the page's sources, `built/` what is made of them."""

-- The list of synonyms: the terms of searches, and what skills call them. private.load_synonyms keeps what admins changed.
-- A line has terms that mean the same, separated by |, a colon, and their synonyms, the most telling first, separated by commas. Words among
-- the terms are synonyms of each other. Between terms that only have the same synonyms, such as two products, is a / in place of the |.
-- A term has up to three words in lower case, without stop words. # starts a heading.
select private.load_synonyms($list$
# Web pages and browsers
browse web | surf web | surf internet | browse internet: browser automation, playwright, puppeteer, browser use, web browsing, chrome, chromium
control browser | drive browser | operate browser | automate browser: browser automation, playwright, puppeteer, selenium, webdriver, cdp, browserbase, stagehand, chrome devtools
click website | click button | press button | click link: browser automation, playwright, puppeteer, selenium, browser use, computer use, gui automation
use chrome | chrome tab: chrome extension, chrome devtools, chrome, browser extension, cdp, browser mcp
browser: chrome, firefox, chromium, playwright, puppeteer, webdriver, safari
chrome: chromium, devtools, puppeteer, cdp
firefox: geckodriver, gecko, mozilla
safari: webkit, webdriver
microsoft edge | edge browser: chromium, edge browser, msedge
headless | headless browser | invisible browser: headless, puppeteer, playwright, chromium, browserless, browserbase
website | webpage | web page: web page, web site, web content, html
site: web site, web page
read webpage | read website | read web page | open url: fetch url, web fetch, web reader, url content, html markdown, readability, jina reader, web content
fetch page | fetch website | fetch url | download webpage | load url: fetch url, web fetch, http client, web content, url content, curl
grab website | pull website | collect website | take website: scraper, scraping, crawler, web scraping, firecrawl, data extraction
article text | read article | clean article | extract article: readability, article extractor, article extraction, trafilatura, newspaper3k, web content, reader mode, boilerplate
webpage markdown | website markdown | url markdown | html markdown: html markdown, url markdown, turndown, markdownify, jina reader, markdown conversion, web2md, markitdown
html text | strip html | remove html | html tags: html parser, beautifulsoup, cheerio, turndown, html text, sanitize html
parse html | html parser: html parser, beautifulsoup, cheerio, jsdom, lxml, htmlparser2
ads page | remove ads | block ads | annoying ads | ad blocker | pihole: adblock, pihole, ad blocker, adguard, ublock, reader mode, dns filtering, readability
cookie consent: consent management, cookie banner, gdpr consent, gdpr, privacy
cookie banner | cookie popup | accept cookies | consent: cookie consent, cookie banner, consent management, gdpr consent, gdpr
cookie: cookie jar, session cookie, tough cookie
popup: dialog box, modal dialog, popup blocker
log website | login website | sign website | behind login: browser session, authenticated browser, browser profile, cookies, browser automation, login automation
fill form | fill website | fill online form | complete form: form filling, form filler, autofill, browser automation, playwright
picture website: website screenshot, screenshot, web screenshot, screencapture, screen capture, page capture, puppeteer, playwright, screenshotone, webpage screenshot, urlbox
screenshot website | screenshot page | capture webpage | picture webpage | snapshot website: website screenshot, web screenshot, screenshot, page capture, puppeteer, playwright, screenshotone, urlbox
see screen: screenshot, screencapture, screen capture, screen recording, website screenshot, computer use, puppeteer, screenpipe, playwright, screen reader, webpage screenshot, screenshotone
screenshot | screen shot | screen grab | screen capture: screenshot, screencapture, screen capture, website screenshot, puppeteer, playwright, webpage screenshot, screenshotone
webpage pdf | website pdf | webpage print | save website pdf: html pdf, url pdf, web pdf, wkhtmltopdf, puppeteer, weasyprint, print pdf
look screen | watch screen: screenshot, screen capture, screen recording, computer use, screenpipe, screen reader
use computer | control computer | control desktop | control mouse | operate computer | use mouse keyboard | click screen | desktop automation: computer use, desktop automation, gui automation, pyautogui, robotjs, mouse keyboard, screen control
mouse / keyboard: mouse keyboard, pyautogui, keystroke, hotkey, desktop automation, nutjs
bookmark | favourite page | favorite page | saved links: bookmark, raindrop, pinboard, linkding, karakeep, hoarder, link manager
keep link | collect links | remember link: bookmark, raindrop, linkding, link manager, karakeep
read later | save article | article later: read later, instapaper, readwise, omnivore, wallabag, karakeep, bookmark
sites visited: browser history, web analytics, browsing history, google analytics, chrome history, ga4, history sqlite, plausible, matomo, umami, posthog, traffic analytics
browser history | pages visited | visited website: browser history, browsing history, chrome history, history sqlite
open tabs | many tabs | browser tabs: tab manager, browser tabs, chrome tabs
short link | shorten link | shorten url | long url | link shorter | tiny link: url shortener, link shortener, bitly link, short url, short link, tinyurl, dub
expand link | unshorten | real link: unshorten, url expander, redirect chain, resolve redirects
qr | qr code | scan code phone: qr code, qrcode, barcode, qr generator, qr reader
dead link | broken link | links work | link check | 404: broken link, link checker, dead link, link validation, crawler, linkcheck, 404, lychee
archive website | archive webpage | save copy website | keep copy webpage: web archive, wayback, archivebox, singlefile, warc, internet archive
old version website | website used look | deleted webpage | past website | old webpage | deleted website | website years ago: wayback, wayback machine, internet archive, web archive, archive today, archive org
mirror website | whole website | download entire website | copy site | website offline: httrack, site mirror, website downloader, crawler, wget, offline website, warc
sitemap: schema org, site map, crawler, jsonld, url discovery, schema markup, site crawler, json ld, structured data, meta tags, microdata
list pages | pages site | structure site: sitemap, site map, crawler, url discovery, site crawler
web page changes | page changed | monitor website | watch website | watch page | website changed | page updated | notice change website: change detection, website monitor, page monitor, changedetection, watch url, visualping, url monitor
website unreachable | site offline | server unreachable | website available | uptime | ping website: uptime, uptime monitor, uptime kuma, uptimerobot, health check, website monitor, healthcheck, status page, status check, pingdom, betterstack
page load: lighthouse, network requests, page speed, mitmproxy, pagespeed, devtools, web vitals, request interception, web performance, http proxy, core vitals, webpagetest
slow website | slow page | page speed | website speed | site slow | loads slowly | web vitals | website loads slowly: lighthouse, page speed, pagespeed, web vitals, web performance, core vitals, webpagetest, performance audit
google ranking | found google | higher google | seo | search ranking | google position | search engine optimisation | search engine optimization: seo, search console, keyword research, serp, ahrefs, sitemap, meta tags, semrush, seo audit, backlink
keywords rank | keyword research | people search google | search volume | people search: keyword research, google trends, search volume, seo, dataforseo, ahrefs, semrush, keyword planner, serp, google ads
backlink | domain authority: ahrefs, backlinks, seo, domain authority, moz, majestic, link building
meta tags: open graph, schema org, thumbnail, sitemap, jsonld, og image, schema markup, link preview, json ld, cover image, structured data
link preview / social preview / og image / thumbnail / cover image / banner: open graph, thumbnail, meta tags, og image, link preview, cover image, opengraph, banner, unfurl, social card
structured data | schema org | rich snippet | open graph: schema org, sitemap, jsonld, schema markup, json ld, structured data, meta tags, microdata, open graph, robots txt
website disabled people | accessibility audit | accessibility check | accessibility issues | blind users | screen reader | wcag | a11y | disabled user: a11y, wcag, axe core, screen reader, lighthouse, pa11y
website colours | website style | copy design website | clone website | website look like | screenshot code: website clone, screenshot code, website cloner, design code, design extraction, css extraction, design tokens, image code, image html
visitors website | website traffic | people visit | many visitors | web analytics | page views: web analytics, google analytics, ga4, plausible, matomo, umami, posthog, traffic analytics, similarweb
analytics: google analytics, ga4, plausible, posthog, matomo, mixpanel, amplitude, web analytics
cms: wappalyzer, builtwith, wordpress, tech stack, blog, technology detection, woocommerce, technology lookup, elementor, headless cms, wp cli
website technology | website built | framework website | tech stack website: wappalyzer, builtwith, tech stack, technology detection, technology lookup
owns website | domain owner | domain registered | whois | domain name | free domain | domain available | buy domain | name website: whois, domain availability, rdap, domain name, domain lookup, domain registration, domain search, domain info
dns | nameserver | domain records | name resolution: dns, dns records, cloudflare, nameserver, route53, dns lookup, godaddy, namecheap
ip address | ip location: geoip, ip geolocation, ipinfo, ip address, ip lookup, maxmind, ip api
console errors | browser errors | debug page | browser console | devtools | console error browser | inspect browser | network requests browser: chrome devtools, devtools, console logs, browser logs, browser debugging, cdp, browser tools
intercept requests: network requests, wireshark, mitmproxy, tshark, devtools, packet capture, pcap, http proxy, tcpdump, burp, charles proxy
network requests | requests page: network requests, mitmproxy, devtools, request interception, http proxy
user agent | pretend phone | mobile browser: user agent, device emulation, mobile emulation
captcha | robot check | prove human: captcha, captcha solver, recaptcha, turnstile, 2captcha, hcaptcha
blocked website | blocks bot | anti bot | detected bot | cloudflare blocks: anti detect, stealth browser, undetected, bot detection, antibot, residential proxy, cloudscraper, camoufox, patchright
proxy | different country | change ip | another ip | rotate ip: proxy, residential proxy, rotating proxy, socks5, socks, bright data, brightdata, vpn
vpn | private network: wireguard, vpn, openvpn, tailscale, zerotier, headscale
browser extension | chrome extension | browser plugin | browser addon | firefox addon: browser extension, chrome extension, webextension, wxt, firefox addon, manifest v3, plasmo, firefox
user script | userscript | tweak website | modify website: userscript, tampermonkey, greasemonkey, user script
test website | check website works | test webpage | end end test | e2e | test web app | test user flow | click app: playwright, cypress, e2e, selenium, e2e testing, browser automation, browser testing, puppeteer, webdriverio, webdriver, ui testing
visual difference website | looks identical | compare screenshots | layout broken | visual regression | layout changed | looks different: visual regression, screenshot diff, visual testing, pixelmatch, percy, backstopjs, chromatic
record browser | record clicks | replay clicks | repeat clicks: browser recorder, session replay, codegen, action recorder, playwright codegen, macro recorder, rrweb
repeat website task | boring website task: browser automation, rpa, workflow automation, playwright
rpa | robotic process: rpa, uipath, browser automation, robotic process, process automation
build website | make website | create website | website builder | create web page | homepage: website builder, static site, wordpress, site generator, webflow, landing page, wix, squarespace, astro, web development, hugo, site builder
landing page: website builder, page builder, conversion optimization, cro, conversion rate, ab testing, unbounce
small business website | simple website: website builder, static site, landing page, carrd, wix, squarespace
content management | edit website content | blog | wordpress | blog post | wp: cms, wordpress, blog, woocommerce, elementor, headless cms, wp cli, ghost cms, ghost, blogger, contentful cms, medium article
publish blog: wordpress, substack, ghost cms, newsletter, hashnode, mailchimp, medium article, beehiiv, devto, buttondown, ghost
put article online | publish article: wordpress, ghost cms, hashnode, medium article, devto, blog publishing, substack
host website | put website online | website live | publish website | web hosting: static hosting, web hosting, netlify, vercel, github pages, cloudflare pages, deploy website, hostinger, cpanel, s3
newsletter / medium article / substack / write newsletter / newsletter sender / send newsletter: substack, newsletter, mailchimp, beehiiv, buttondown, ghost, listmonk, convertkit, email campaign, email marketing, blog publishing
comment website | comments section: comment system, disqus, giscus
web component | widget website | embed widget: web component, web widget, embeddable, iframe
cache page: web cache, http cache
http request | call url | rest call | web request | call api | rest api | call endpoint | send request | use web service: http client, http request, rest api, curl, rest client, postman, api client, openapi, api gateway
curl / wget: curl, wget, http client
webhook | callback url | receive event | call event: webhook, event trigger, svix, hookdeck, webhook receiver, webhook relay
websocket | live connection | real time updates | real time connection | live updates: websocket, socket io, sse, realtime, server sent, pusher, ably
pages change price | price drop | price watch | cheaper later | track price | price history | price alert | price falls: price tracker, price monitor, keepa, price drop, camelcamelcamel, price comparison, price alert, price history
back stock | product available: stock alert, restock, availability monitor, inventory monitor, change detection
ticket available | appointment available | slot free online: availability monitor, change detection, appointment checker, ticket alert, slot checker
mdn | web standard | browser support feature: mdn, caniuse, web platform, browser compatibility
accessibility tree | page structure agent: accessibility tree, dom, browser automation, aria snapshot

# Scraping and data extraction
scrape | crawl | extract website | web scraping: scraper, crawler, spider, web scraping, html parser, firecrawl, puppeteer, playwright, cheerio, scrapy
scraper | crawler: scraping, crawling, spider, firecrawl, scrapy, apify, crawl4ai, crawlee
data website | info website | information website | website spreadsheet | copy website: scraper, scraping, web scraping, data extraction, firecrawl, apify, crawl4ai
table webpage | table website | html table: html table, table extraction, table scraper, scraping, readhtml
extract data | pull data | pull information | extract information: data extraction, structured extraction, information extraction, structured data, langextract
structured json: structured output, json schema, structured extraction, ajv, schema validation, structured data, zod, pydantic, json validator
structured output | unstructured structured | text json: structured output, structured extraction, json schema, structured data, pydantic
javascript page | dynamic page | page empty scrape | rendered page: headless browser, puppeteer, playwright, javascript rendering, dynamic content
css selector | xpath | select element: css selector, xpath, dom query, cheerio
product prices: price scraper, pricing strategy, price comparison, price optimization, price monitor, competitor pricing, product data, ecommerce scraper, amazon scraper, price tracker
shop prices | prices online | competitor price: price scraper, price comparison, price monitor, product data, ecommerce scraper, amazon scraper, price tracker
amazon products: amazon scraper, amazon, amazon seller, keepa, selling partner, rainforest, product data, amazon reviews, asin, seller central
amazon prices | amazon reviews: amazon scraper, amazon product, keepa, rainforest, amazon reviews
google maps businesses | local businesses | shops near | business leads map | place nearby | restaurant near | find shop near | points interest: google maps, google places, places api, nearby places, maps scraper, points interest, yelp
linkedin | linkedin profile | linkedin people | professional network: linkedin, linkedin post, linkedin scraper, linkedin profile, proxycurl, unipile
scrape twitter | tweets | x posts | twitter: twitter, tweet, x api, tweepy, x twitter, nitter, twitter scraper, xquik
scrape instagram | instagram: instagram, instaloader, instagram scraper, instagram graph
facebook: meta graph, facebook graph, facebook ads
tiktok: tiktok scraper, short video
reddit | subreddit: reddit, subreddit, praw, reddit api, pushshift
hacker news | hackernews | hn | tech news | startup news: hacker news, hackernews, tech news, algolia hn, techcrunch, lobsters, product hunt
youtube | video site: youtube, youtube transcript, yt dlp, youtube api, invidious, youtube data, youtube video
youtube transcript | video says | youtube text | video subtitles | summary youtube | summarize video | video transcript | said video | without watching: youtube transcript, video transcript, youtube captions, video summary, transcript, subtitles
download video | save video | youtube download | keep video | save youtube: yt dlp, video downloader, youtube downloader, youtube dl, media downloader
download images website | save pictures website: image downloader, image scraper, gallery dl, image crawler, bulk download
download many | bulk download | download everything | download list: bulk download, batch download, download manager, downloader, aria2, wget
download: download manager, wget, curl, aria2, yt dlp
job ads | job listing | find job | job openings | job search | vacancy | job offer: job search, job board, indeed, job scraper, linkedin jobs, job listings, jobspy, glassdoor, job postings, job application, careers, vacancies
flats rent | apartments rent: real estate, rental, zillow, rental apartments, property listings, rightmove, immoscout, property data, rental listings, attom, wg gesucht, airbnb
find flat: real estate, rental, zillow, rental apartments, property listings, rightmove, property management, property data, attom, immoscout, airbnb, landlord
house listings | property listings | find apartment | buy property | property data: real estate, zillow, property listings, rightmove, property data, attom, airbnb, mls, rental listings, redfin, idealista
second hand / used items / small ads / sell used / ebay / classified ads / secondhand / marketplace listing: ebay, craigslist, online marketplace, classifieds, vinted, facebook marketplace, gumtree, kleinanzeigen, mercari, olx
reviews product | customer reviews | read reviews | reviewers think | buyers think: reviews scraper, product reviews, trustpilot, customer reviews, review analysis, google reviews, yelp, yotpo, app reviews
app store reviews | app reviews | app ranking | app store optimization: app store, aso, google play, app reviews, play scraper, play store, appfollow, appfigures, sensor tower
public records: company registry, foia, companies house, opencorporates, muckrock, business registry, sec edgar, handelsregister, company data, company registration
company records | company registration | company register | company owner | commercial register: company registry, companies house, opencorporates, business registry, sec edgar, handelsregister, company data, company registration
find email addresses: email finder, hunter io, email extractor, contact enrichment, contact finder, apollo io, rocketreach, lead enrichment, people data, prospecting, snov, clearbit
email addresses website | find email person | email finder | email company: email finder, hunter io, email extractor, contact finder, apollo io, lead enrichment, prospecting
rss | feed | follow site | new posts site | follow blog | feed reader | subscribe blog | atom feed | new posts: rss, atom feed, feed reader, miniflux, feedparser, freshrss, rss feed, rss aggregator
feed without rss | make feed | site feed: rss generator, rsshub, rss bridge, feed generator
many requests: rate limit, load testing, throttling, k6, backoff, jmeter, api gateway, locust, gatling, stress testing, artillery, performance testing
rate limit | throttle: rate limit, throttling, backoff, api gateway
robots txt | allowed scrape: robots txt, robots parser, crawler policy
llms txt: llms full, generative engine, llmstxt, aeo, ai visibility, answer engine, llm seo
website api | site without api | official api missing: web scraping, scraper, browser automation, unofficial api, api reverse, data extraction
youtube channel | video views | subscribers | youtube comments | video statistics: youtube analytics, youtube data, youtube api, channel statistics, vidiq, tubebuddy

# Web search and research
web search | search internet | look internet | look online | find online: web search, brave search, tavily, exa, serpapi, duckduckgo, searxng, google search, bing search, perplexity
google: google search, serpapi, custom search, serper, web search, gemini, google workspace
search google | google results | search results page: google search, serpapi, serper, serp, custom search, web search
duckduckgo | search privately: duckduckgo, searxng, brave search, private search, kagi, metasearch
bing: bing search, web search
search engine / selfhosted search / elasticsearch / full text index / opensearch: searxng, elasticsearch, opensearch, metasearch, meilisearch, typesense, algolia, solr, yacy, full text, search index, web search
current information | latest information | recent information | knowledge cutoff: web search, real time, realtime search, tavily, brave search, google news, perplexity
lookup: search engine, dictionary, wikipedia
find answer | answer question: question answering, web search, perplexity, research assistant, deep research, wolfram
learn topic: deep research, tutor, research assistant, eli5, gpt researcher, feynman, research agent, learning path, web research, multi source, literature review, tavily
research | investigate topic | dig topic | deep research | thorough research | research report | research topic: deep research, research assistant, gpt researcher, research agent, web research, multi source, literature review, tavily
write report topic | report sources | report citations: deep research, research report, report generation, citations, gpt researcher
facts true | fact check | check claim | really true | verify claim | fake news | misinformation: fact check, claim verification, factcheck, misinformation, source verification, hallucination detection, snopes
cite source | proof source: citation, provenance, source attribution
citation | cite | bibliography | references list | bibtex: citation, bibliography, zotero, bibtex, crossref, citation style, csl, mendeley, citation manager, doi
scientific papers | academic papers | research papers | find papers | scholarly articles | academic article | academic literature | studies topic | scholarly: arxiv, semantic scholar, pubmed, google scholar, openalex, crossref, academic papers
scientific article: arxiv, scholarly, academic paper, research paper, semantic scholar
medical studies | medical research | health studies | medical papers | clinical trial: pubmed, clinical trials, clinicaltrials, biomedical literature, medrxiv, medical research, europe pmc, ncbi
preprint | arxiv: arxiv, biorxiv, preprint, medrxiv, academic papers
literature review | review papers | papers field | state art | systematic review | related work | state research | survey papers: literature review, systematic review, semantic scholar, arxiv, openalex, paper search, academic research, elicit
read paper | understand paper | explain paper | summarise paper | summarize paper: paper summary, paper reader, paper analysis, arxiv, research assistant, paper summarization, scientific pdf, research paper
doi | paper doi: doi, crossref, unpaywall, openalex
free paper pdf | paper paywall | open access | full text paper | download paper | pdf article: unpaywall, open access, sci hub, core ac, paper download, full text, doi, arxiv
paywall | behind paywall: paywall, archive today, unpaywall, bypass paywall
zotero | reference manager: zotero, mendeley, reference manager, bibtex, citation, papis, bibliography, citation manager
encyclopedia | encyclopaedia | wikipedia | look fact | general knowledge: wikipedia, mediawiki, wikidata, encyclopedia, wikimedia, kiwix, fact checking
trivia: wikipedia, wikidata, quiz, knowledge graph, open trivia, dbpedia
news headlines | world news | news today | breaking news | happened today | current events | local news: newsapi, news aggregator, headlines, rss, gdelt, google news, hacker news, breaking news
morning news | news digest | daily digest | daily briefing | morning briefing: news digest, daily briefing, daily digest, morning briefing, news aggregator, rss
trending | viral: google trends, trending, trending topics, trend analysis, hot search, hot topics, trendradar, viral
competitor | rival | watch competitors | market research | competitive analysis | market size | industry analysis: competitor analysis, market research, competitive intelligence, industry analysis, competitor research, market analysis
company information | info company | research company | company data | company profile | enrich company: company research, company data, company enrichment, crunchbase, firmographic, clearbit, company lookup, opencorporates, apollo io, company search
background check: people search, kyc, people data, sanctions screening, osint, aml, linkedin, identity verification, opensanctions, proxycurl, ofac
find people | someone online: people search, people data, osint, linkedin, background check, proxycurl
osint | find everything person | username search | open source intelligence | investigate person | background research person: osint, sherlock, reconnaissance, maltego, shodan, people search, spiderfoot
patent / invention exists / prior art / invention / trademark: patent, uspto, patents search, google patents, prior art, trademark, epo, intellectual property
law cases: legal research, courtlistener, court, legislation, court decisions, statute, pacer, court opinions, legal search, judgments, docket
court cases | legal research: legal research, case law, courtlistener, legislation, statute, court opinions, legal search
government data | open data | public data | public statistics | official statistics | census: open data, data gov, government data, ckan, census, eurostat, world bank, public datasets, public data, official statistics, socrata
country population: world bank, rest countries, fred, country data, census, eurostat, geography, imf, oecd, economic data
gdp: world bank, fred, economic data, census, treasury, eurostat, imf, macroeconomic, oecd, yield curve, ecb, economic indicators
statistics country | economic data: world bank, fred, census, eurostat, imf, oecd, economic data
data training: dataset, data labeling, kaggle, label studio, hf datasets, annotation, huggingface, argilla, open data, data gov, labelbox, dataset search
dataset | find dataset | open dataset | public dataset | download dataset: dataset, kaggle, hf datasets, huggingface, open data, data gov, dataset search, ckan
image search | find pictures | stock photo | free pictures | find photos | royalty free | photo article: image search, unsplash, pexels, stock photos, pixabay, google images, stock images, wikimedia commons, shutterstock, getty, openverse
reverse image | source picture | find similar picture | picture elsewhere: reverse image, image similarity, tineye, google lens, image search, visual search
find video | search videos: video search, youtube search, youtube, vimeo
tool exists | tool directory | discover tools: tool discovery, tool search, mcp registry, tool registry, tool catalog, smithery, skill finder, awesome list, mcp discovery
mcp servers list | discover mcp: mcp registry, mcp discovery, mcp marketplace, smithery, glama, mcp hub, mcp directory, mcp installer
skill exists | discover skills | agent skills list: skill finder, skills registry, skill marketplace, skill discovery, find skills, skill installer, awesome skills
install mcp | set mcp: mcp installer, mcp manager, mcp hub, mcp cli, mcp config
recommend | suggestion | suggest something: recommender, recommender system
compare products | best product: product comparison, decision matrix, product research, price comparison, pros cons
pros cons | weigh options | help decide | hard decision | make decision | game theory | choose options: decision making, decision matrix, decision support, game theory, pros cons, decision analysis, mcda, decision framework, tradeoff
search several engines | many search engines | combine search | several sources: metasearch, searxng, multi engine, aggregated search, federated search, omnisearch
china search | baidu | chinese search: baidu, bocha, chinese search, metaso, zhihu
chinese social / xiaohongshu / weibo / wechat articles / bilibili / zhihu: xiaohongshu, weibo, wechat, bilibili, zhihu, douyin, rednote
russian search | yandex: yandex, yandex search
podcast | find podcast | listen podcast | episode: podcast, podcast index, podcast generation, listen notes, podcast transcript, rss
book read: open library, reading list, isbn, goodreads, google books, book tracker, readwise, book search, gutenberg, books api, calibre
book search | find book | isbn | book information: open library, isbn, google books, goodreads, book search, gutenberg, books api, calibre
find place | places near: google maps, openstreetmap, mapbox, geocoding, nominatim, overpass, nearby places
gps coordinates | latitude longitude | map coordinates | coordinates city | longitude: geocoding, address lookup, reverse geocoding, nominatim, geolocation, address validation

# E-mail
email | mail | e mail | inbox: email, gmail, imap, outlook, smtp, mailbox, mail server
read email | check email | check mail | look inbox: gmail, imap, outlook, email client, mailbox, himalaya, fastmail
send email | send mail | mail someone | email someone | email people: smtp, sendgrid, resend, mailgun, nodemailer, send email, gmail, postmark, ses, email sender
write email | draft email | compose email | email wording | polite email: email writer, email draft, email composer, email assistant, email copywriting
reply email | answer email | respond email | answer mail | reply customer: email reply, auto reply, email assistant, email responder, draft replies, autoresponder
many emails | full inbox | inbox mess | drowning email | email overload | inbox zero: inbox zero, email triage, email management, inbox management, email cleanup, email organizer, email filter
sort email | organise email | organize email | email folders | label email | tidy inbox | clean inbox: email triage, email classification, email organizer, gmail labels, inbox management, email filter, email rules
important email | urgent email | prioritise email | prioritize email | miss email: email triage, email priority, inbox triage, priority inbox, email classification
summary email | summarise email | summarize inbox | email digest: email summary, email summarization, email digest, inbox summary
unsubscribe | stop newsletter | unwanted email: unsubscribe, email cleanup, newsletter cleanup, mailing list, inbox cleaner
spam: spam filter, spam detection, anti spam, antispam, captcha, spamassassin, rspamd, akismet, turnstile
junk mail | junk email: spam filter, spam detection, antispam, spamassassin, rspamd, spam
phishing | scam email | fake email | suspicious email | suspicious message | scam | fraud email: phishing, phishing detection, scam detection, anti phishing, email security, dmarc, spam filter
old emails | find email | search email | lost email: email search, gmail, imap, mail search, notmuch, mailbox search, email archive
email attachment | attached file | attachment: attachment, email attachment, imap, mime
export email | backup email | email archive | save emails: mbox, eml, email archive, email backup, email export, imapsync, maildir
move email | migrate email | switch email provider | change email provider: imapsync, email migration, imap, mailbox migration
eml / msg file / mbox: eml, mbox, msg, mime, email parser, outlook msg
parse email | data email | extract email | receipts email | invoices email: email parser, email parsing, email extraction, mailparser, inbound email, receipt extraction
gmail | google mail: gmail, google workspace, google mail
outlook / hotmail / office mail / microsoft email: outlook, microsoft graph, office 365, microsoft 365, ms365
exchange server | microsoft mail: ews, microsoft graph, outlook
apple mail | icloud mail | mac mail: apple mail, icloud mail, mail app, applescript
proton mail | protonmail | encrypted email | private email: protonmail, proton mail, pgp, encrypted email, tutanota, proton bridge
imap / smtp / pop3: imap, smtp, email, mail server, mailbox
mail server | host email: mail server, postfix, dovecot, mailcow, mailu, smtp server
disposable email | temporary email | throwaway email | fake address signup | temp mail: disposable email, temporary email, tempmail, temp mail, email alias, mailinator, mail tm
email address agent | agent inbox | agent email: agentmail, agent email, agent inbox, email inbox, inbound email
alias email | hide email address: email alias, simplelogin, anonaddy, addy io, email forwarding
email valid | check email address | verify email address | email exists | verify email: email verification, email validation, email checker, zerobounce, neverbounce, email verifier, deliverability
email delivered / emails land spam / mail goes spam / deliverability / email arrives spam / dmarc / spf: deliverability, dmarc, spf, dkim, email deliverability, email authentication, mail tester, mxtoolbox
mass email | bulk email | email everyone | mail merge | email list | many recipients | email campaign | marketing email | mailing list: mail merge, email marketing, bulk email, mailchimp, klaviyo, email campaign, sendgrid, brevo, hubspot, mailgun
cold email | outreach | contact strangers | sales email | prospecting | follow email | sales script: cold email, outreach, sales outreach, lemlist, email sequence, smartlead, sales copy, prospecting, apollo io, lead generation
nobody replied | remind reply: followup, email followup, email tracking, email sequence
email opened | track email: email tracking, open tracking, read receipt
email template | pretty email | html email | email design: email template, mjml, react email, html email, maizzle
email signature: signature generator, html signature
login code: otp, totp, verification code, 2fa, email otp, otp extraction, two factor, mfa, authenticator, one time
confirmation code email | verification code | otp email: otp, verification code, email otp, otp extraction, totp
email notification | email result | email alert | report email: email notification, email alert, smtp, send email
forward email | route email: email forwarding, email routing, inbound email, forwardemail
save attachments | download attachments | attachments folder: email attachment, attachment download, imap, gmail attachments
vacation reply | office reply | away message: autoresponder, vacation responder, auto reply
team inbox | shared mailbox | group inbox: shared inbox, help scout, front app, zendesk
email task | email todo | mail task: email task, task extraction, todoist, gmail tasks
long thread | email thread | email conversation: email thread, thread summary, email summarization, gmail threads

# Calendar and meetings
calendar | agenda | diary dates: calendar, google calendar, caldav, ical, outlook calendar, ics
calendar entry | add calendar | put calendar | event calendar | create event: google calendar, calendar event, caldav, ics, outlook calendar, apple calendar
appointment | book appointment | make appointment | fix appointment: appointment, appointment booking, scheduling, calendly, booking system, cal com
schedule meeting | book meeting | arrange meeting | set meeting | plan meeting: meeting scheduler, google calendar, calendly, scheduling, cal com, outlook calendar
free time | free slot | time everyone | everyone free: free busy, availability, calendar availability, find time, google calendar, calendly, scheduling
double booked | calendar conflict | two appointments: calendar conflict, conflict detection, scheduling conflict, calendar
plan day | plan week | daily plan | organise day | organize day: daily planner, day planner, daily planning, time blocking, calendar, sunsama, weekly planning
time block | focus time: time blocking, focus time, reclaim ai, calendar blocking, pomodoro
meeting: zoom, google meet, teams meeting, calendar, meeting notes, webex
record meeting: meeting notes, meeting minutes, meeting transcription, meeting bot, fireflies, recall ai, otter, meeting summary, whisper, vexa, call recording
meeting notes | meeting minutes | said meeting | protocol meeting | summary meeting | meeting transcript | summarize meeting: meeting notes, meeting minutes, meeting transcript, fireflies, otter, meeting summary, meeting recorder
record call: meeting recorder, call transcription, meeting transcription, meeting bot, conversation intelligence, recall ai, call analysis, fireflies, sales calls, otter, whisper
transcribe meeting: meeting recorder, meeting transcription, meeting bot, recall ai, fireflies, otter, whisper, vexa, call recording
join meeting | attend meeting | bot meeting | go meeting: meeting bot, recall ai, meeting agent, vexa, meeting attendee, google meet
action items | tasks meeting | next steps meeting: action items, meeting notes, meeting summary, task extraction
prepare meeting | meeting prep: meeting prep, meeting brief, meeting preparation, agenda
video call | video conference | online meeting | teams meeting: zoom, google meet, jitsi, microsoft teams, video conference, webex, video conferencing, meeting bot, webrtc, livekit, video meeting, daily co
zoom: zoom meetings, video conferencing
google meet: google workspace
ms teams: microsoft teams, microsoft graph
let people book | customers book | booking page | clients book | book time slot: calendly, cal com, booking system, appointment booking, scheduling, acuity
calendly: calendar, cal com, google calendar, scheduling link, caldav, ical, outlook calendar, ics
ical | ics | calendar file: ics, ical, icalendar, caldav, calendar
apple calendar | icloud calendar | mac calendar: apple calendar, icloud, eventkit, caldav, ical, icalbuddy
google calendar | gcal: google calendar, gcal, google workspace
outlook calendar | office calendar: outlook calendar, microsoft graph, outlook
sync calendars | several calendars | merge calendars | combine calendars: calendar sync, caldav, calendar aggregation, multi calendar, vdirsyncer
caldav | nextcloud calendar: caldav, nextcloud, radicale, carddav
birthday / anniversary / remember birthday: birthday, birthday reminder, contacts, reminder
holiday: travel, public holidays, trip planner, holiday calendar, itinerary, vacation, flights, business days, travel planner, leave management, hotels
working days: holiday, date calculation, public holidays, date math, holiday calendar, datetime, vacation, date arithmetic, business days, date fns, leave management, countdown
bank holiday | public holiday | business day: holiday, public holidays, holiday calendar, vacation, business days, leave management, working days, nager
leave request | vacation request | absence | sick leave | vacation days: leave management, pto, absence, hr, bamboohr
time zone | timezone | time difference | time abroad | time country | meeting time zones: timezone, time zone, world clock, timezone conversion, current time, time converter, moment timezone, datetime
current time | today date | current date | day today: current time, datetime, time server, current date, timezone, date time
date calculate | count days | many days | date difference | add days | date arithmetic | age calculate: date calculation, date math, datetime, date arithmetic, date fns, countdown, business days, dayjs, luxon
parse date: date parser, timestamp, chrono, datetime, date language, unix time, dateparser, date formatting
next tuesday | understand dates: date parser, chrono, date parsing, date language, dateparser
countdown / deadline close / alarm / timer / stopwatch: countdown, alarm, timer app, stopwatch, egg timer, deadline
pomodoro / concentrate / distraction / procrastinate: pomodoro, focus timer, website blocker, distraction
remind | forget things | keep forgetting | nudge: reminder, apple reminders, scheduler, alert, todoist, cron
every day | every hour: cron, scheduler, scheduled task, recurring task, cron job, crontab, job scheduler, celery, systemd timer
recurring / every week / every morning / repeat daily / nightly: cron, scheduler, scheduled task, recurring task, cron job, job scheduler
schedule: cron, calendar, scheduled task, timetable
run later | delay task | certain time: scheduler, scheduled task, cron, delayed job, job queue
staff rota: shift scheduling, timetabling, roster, timefold, workforce, scheduling optimization, shift planning, constraint solver, employee scheduling
roster | duty plan | work schedule | work schedule staff: shift scheduling, roster, workforce, shift planning, employee scheduling, timetable
timetable | school schedule | class schedule: timetable, class schedule, course schedule, scheduling
find events | concerts near | things weekend: eventbrite, ticketmaster, event discovery, meetup, event search, concerts, luma
invitation: greeting card, event planning, rsvp, card maker, wedding, ecard, calendar invite, guest list, eventbrite, luma
event planning: invitation, event management, rsvp, party planner, wedding, eventbrite, calendar invite, guest list, luma
invite people / guest list / rsvp / organise party / wedding: invitation, event planning, rsvp, wedding, calendar invite, guest list, eventbrite, luma
room booking | meeting room: room booking, meeting room, room scheduler, resource booking
sunrise / sunset / moon phase / tide / sun position: sunrise sunset, astronomy, moon phase, tide times, solar, solar position, ephemeris
alarm clock | set alarm | egg timer: alarm, countdown, clock app
delay seconds | wait seconds | delay: wait tool, sleep timer, delay tool
calendar week | leap year | day week: calendar calculator, datetime, date calculator, iso week
bored | free evening | weekend idea: local events, activity ideas, event discovery, movie recommendation

# Contacts and CRM
phone numbers: contacts, address book, phone validation, carddav, twilio lookup, google contacts, libphonenumber, vcard, numverify, people api, caller id
contact | address book | people know | phone book: contacts, address book, carddav, google contacts, vcard, people api, apple contacts
vcard | vcf | business card | digital card: vcard, business card, vcf, digital card, carddav, card scanner, contacts
scan business card | read business card: business card, ocr, contact extraction, card scanner
crm: salesforce, pipedrive, hubspot, zoho, customer data, customer relationship, client management, attio, sales pipeline, odoo, deal pipeline
customer relations | manage customers | customer database | clients list | keep track customers: crm, salesforce, hubspot, pipedrive, zoho, customer relationship, attio, odoo
sales leads: crm, lead generation, pipedrive, apollo io, hubspot, prospecting, salesforce, lead finder, customer data, zoominfo, client management, lead enrichment
customer records | client data | customer list | sales pipeline | track deals | customer relationship: crm, pipedrive, hubspot, salesforce, customer data, client management, sales pipeline, deal pipeline, zoho, close crm, attio
salesforce | sfdc: salesforce, soql, sfdx
hubspot: crm, hubspot crm
find leads | new customers | potential customers | lead generation | find clients | new clients: lead generation, apollo io, prospecting, lead finder, zoominfo, lead enrichment, clay enrichment, hunter io, sales intelligence, b2b data
enrich contact | info contacts | fill missing contact: data enrichment, clearbit, apollo io, people data, lead enrichment, contact enrichment
lead score | best leads | customers likely: lead scoring, lead qualification, sales intelligence, predictive scoring
personal crm | stay touch | keep touch friends: personal crm, contacts, relationship management, clay crm
network relationship: relationship graph, social graph, linkedin, network analysis
duplicate contacts | merge contacts | contacts twice: contact deduplication, deduplication, contacts, entity resolution, record linkage
customer support | help desk | helpdesk | support tickets | customer questions | answer customers | customer service: zendesk, helpdesk, intercom, freshdesk, customer support, ticketing, support tickets, help scout, customer service, gorgias
service ticket: zendesk, ticketing, freshdesk, servicenow, jira service, support ticket
live chat website | chat widget | chat visitors | chatbot website | bot answers customers: live chat, chatbot, customer support, intercom, rasa, chatwoot, botpress, chat widget, dialogflow, tawk, crisp, voiceflow
phone agent: call center, telegram bot, voice agent, remote control, vapi, mobile client, twilio, whatsapp, retell, slack bot, contact center, remote agent
call centre | call center | phone calls customers | answer phone | ai answers calls | voice bot: call center, voice agent, vapi, twilio, retell, contact center, bland ai, telephony, voice ai, ivr
customer unhappy / complaint / angry customers / customers leave / churn / customer churn / retain customers: churn, customer feedback, customer success, sentiment analysis, churn prediction, gainsight, complaints
customer feedback / user feedback / users think / feedback / nps / feature request / satisfaction / happy customers: user feedback, nps, customer feedback, customer satisfaction, csat, feedback collection, sentiment analysis, canny, feature requests
quote customer | offer customer | proposal | write proposal | estimate price | tender response | offer document: proposal, quotation, rfp response, quote generator, proposal generator, cpq, pandadoc, invoice
fundraising: crunchbase, nonprofit, pitchbook, donor, venture capital, charity, propublica nonprofit, pitch deck, 990, investors, donation
donors | nonprofit | charity | non profit: fundraising, nonprofit, donor, charity, propublica nonprofit, 990, donation
job applicant: recruiting, cover letter, applicant tracking, greenhouse, auto apply, hiring, application tracker, candidate screening, career, ashby, candidates
recruit | hire people | candidates | hiring: recruiting, applicant tracking, greenhouse, hiring, candidate screening, ashby, candidates
cv | write resume | curriculum vitae | lebenslauf | improve resume | tailor resume | resume pdf: resume, resume builder, cv, resume tailoring, json resume, applicant tracking, resume parser, resume generator, cover letter
cover letter | apply jobs: cover letter, job application, auto apply, application tracker, career
interview | prepare interview | interview question: interview prep, interview preparation, mock interview, interview questions, interview coach, coding interview
call notes | sales call | customer said | sales conversation: call transcription, call recording, conversation intelligence, call analysis, sales calls, fireflies
famous quote | inspirational quote: famous quotes, quote generator, quotable
customer interview | user interview: user interviews, user research, customer discovery, dovetail
account research | prepare sales meeting | research prospect: account research, sales intelligence, prospect research, linkedin, lead enrichment
phone contacts | contact list: contacts app, address book, carddav, google contacts, vcard
users complain | customers complain | bad reviews: customer feedback, review analysis, sentiment analysis, app reviews, support tickets

# Team chat, messaging and notifications
chat | message: slack, discord, telegram, whatsapp, messenger, matrix chat
messenger: slack, telegram, facebook messenger, discord, instagram messaging, whatsapp, sms, imessage, twilio, microsoft teams
send message | message someone | message team | post message | text someone | chat message | message friend | message colleague: slack, telegram, discord, whatsapp, sms, imessage, twilio, microsoft teams
slack: slack bot, slack workspace
slack summary | catch slack | missed messages | unread messages: slack summary, channel summary, unread messages, slack, message digest, chat summary
discord: discord bot, discordjs
telegram: telegram bot, telethon, mtproto, grammy, telegraf
whatsapp | whats app: whatsapp, whatsapp business, baileys, whatsapp web, waha, wuzapi, evolution api
signal messenger | matrix chat | viber | line messenger | element chat: signal cli, matrix chat, signal messenger, element matrix, viber, line messenger
imessage | apple messages | text iphone: imessage, messages app, apple messages, bluebubbles
sms | text message | send text | phone message | texting: sms, twilio, text message, vonage, messagebird, plivo, sms gateway, imessage, textbelt
dingtalk: mattermost, feishu, qq bot, rocketchat, kakaotalk, lark, line bot, rocket chat, line messaging, larksuite, wecom
mattermost / rocket chat / zulip / feishu / lark: mattermost, feishu, rocketchat, lark, rocket chat, larksuite, zulip, dingtalk
wechat | weixin: wechat, weixin, wecom, wechaty, wechat official
qq / kakao: dingtalk, qq bot, kakaotalk, line bot, line messaging, wecom
irc: irc bot, weechat
fb messenger: messenger, facebook messenger, instagram messaging
group chat | team chat | chat colleagues | talk team: slack, mattermost, microsoft teams, discord, zulip, group chat, rocket chat
bot chat | build chatbot: chatbot, telegram bot, discord bot, slack bot, botpress, rasa, chat ui
talk agent phone | message agent phone | control agent remotely | reach agent away: telegram bot, remote control, mobile client, whatsapp, slack bot, remote agent, happy coder, chat bridge, openclaw
agent ask | ask human | wait answer | agent needs input: human loop, human feedback, ask human, ask user, human approval, interactive feedback, user input, hitl
approve | confirm action | approve action | human approval: approval, human loop, human approval, approval workflow, permission prompt, gatekeeper, hitl, approval gate
ping: notification, traceroute, push notification, network diagnostics, alert, network troubleshooting, pushover, mtr, ntfy, globalping, fcm, apns
notify | notification | let know | push message | notify phone | push notification | phone alert | buzz phone: notification, push notification, alert, pushover, ntfy, fcm, apns, desktop notification, onesignal, telegram, gotify, pushbullet
done sound: desktop notification, completion notification, node notifier, sound notification, ntfy, toast notification, notifier, notify send, notification hook, system notification, task completion, terminal notifier
notify finished | tell finished | task finished | agent finished: desktop notification, completion notification, sound notification, ntfy, notifier, notification hook
desktop notification | toast notification | popup computer | beep: desktop notification, node notifier, notification sound, toast notification, notify send, system notification, task completion, terminal notifier
make phone call | call someone | phone someone | ring someone | phone | telephone | phone call | call somebody | make call: phone call, telephony, twilio, voice call, voip, vapi, sip, android, vonage, iphone, outbound call
voice memo: voice message, transcription, speech text, voice note, whisper, transcribe, diarization, audio message, stt, deepgram, assemblyai
voice message | voice note: voice message, voice memo, voice note, speech text, whisper, audio message
emoji / smiley / reaction / sticker: emoji, emoticon, sticker, slackmoji, emoji search, gitmoji
gif | funny gif | meme | funny picture | animated picture: gif, meme, giphy, animated gif, imgflip, gif maker, meme generator
export chat | chat history | chat backup | save conversation | old chats: chat export, chat history, conversation history, conversation export, chat archive, transcript
forward messages | connect chats | bridge chats: message bridge, matrix bridge, matterbridge, chat bridge, message relay
auto reply | answer messages automatically | reply automatically: auto reply, autoresponder, chatbot, auto responder
social media | post social | social network | schedule post | publish posts | plan posts | post regularly | posts automatically: social media, social scheduler, twitter, buffer social, hootsuite, postiz, linkedin, bluesky, post scheduling
tweet write: social media, content generation, content creation, copywriting, hashtag, linkedin post, caption generator, tweet, tweet generator, post generator, ghostwriter
caption: social media, subtitle, content generation, srt, copywriting, linkedin post, whisper, caption generator, subtitle generator, tweet generator, vtt
write post | linkedin post | social text: social media, content generation, copywriting, linkedin post, caption generator, tweet generator, ghostwriter
bluesky / mastodon / fediverse: bluesky, mastodon, fediverse, atproto, activitypub, pixelfed, lemmy, nostr
forum | discussion board | community forum | discourse: discourse, forum, phpbb, reddit, flarum
mention / mentions brand / people say / brand watch / brand monitoring / social listening / reputation: social listening, brand monitoring, mention tracking, brandwatch, brand mentions, sentiment analysis
influencer | content creators | grow audience: influencer, influencer marketing, audience growth, creator economy, social analytics, youtube, tiktok
mood: sentiment analysis, mental health, sentiment, meditation, vader, mood tracking, nlp, therapy, emotion detection, journaling, text classification, cbt
sentiment | positive negative | people feel | tone comments | mood text | opinion text: sentiment analysis, sentiment, vader, nlp, emotion detection, text classification, opinion mining
many messages | many notifications | notification overload: message digest, notification filter, channel summary, notification management
read channel | channel history | channel messages: slack, discord, channel history, telegram
mobile app | phone app | app development: mobile app, react native, flutter, expo, ios android, swiftui, kotlin, mobile development
react native | expo: react native, expo, mobile app
valid phone | number lookup: phone number, phone validation, twilio lookup, libphonenumber, numverify, caller id
microsoft teams: ms graph, ms teams, microsoft graph
find phone | lost phone | find device: device location, lost device, airtag
call agent | outgoing call | reserve phone | call restaurant: outbound call, voice agent, twilio, phone call, vapi, bland ai
missed call | voicemail | phone system: voicemail, phone system, pbx, asterisk, 3cx, ringcentral
send letter | postcard | postal mail: lob mail, postal mail, postcard, click2mail

# Tasks, projects and time
task | todo | list tasks | list chores | checklist: todo, task management, todoist, todo list, checklist, things 3, ticktick, taskwarrior
todoist / ticktick: todoist, ticktick, things 3, microsoft todo, task management
apple reminders | iphone reminders: apple reminders, reminders, eventkit
google tasks: google workspace, task management
gtd | getting things done: gtd, getting done, omnifocus, task management, todoist
task first | prioritise | prioritize | priority: prioritization, task management, eisenhower, next task
overwhelmed | lose overview | lose track | cannot keep: task management, prioritization, gtd
keep track | track progress | progress: progress tracker, progress tracking, dashboard, status tracking
tasks agent | agent todo | agent work list | remember tasks agent: taskmaster, task manager, task queue, beads, shrimp task, task orchestration, agent tasks, backlog md
project management: jira, asana, trello, linear issue, monday com, clickup, basecamp, openproject, kanban
jira: atlassian, issue tracking, jira cloud
linear app | linear issues | linear tickets: linear issue, issue tracking
trello / kanban / board cards / task board: kanban, trello, kanban board, planka, wekan, vibe kanban, focalboard
asana / clickup / monday com / basecamp: asana, clickup, monday com, basecamp, project management, wrike
bug report | ticket | github issues | gitlab issues | file ticket: issue tracking, github issues, jira, gitlab issues, issue tracker, linear issue, bug report, bug tracker, github, redmine, gitlab, ticketing
issue error | create ticket | file bug | tickets automatically: issue creation, create issue, jira, linear issue, github issues, bug report, sentry
sort issues / triage / many issues / backlog: triage, issue triage, backlog, backlog grooming, backlog md, issue labeling
sprint | scrum | agile | standup | daily scrum: scrum, sprint, agile, sprint planning, daily standup, retrospective
retrospective | retro | went well: retrospective, retro, post mortem, postmortem
done yesterday | status update | weekly update | status report: status report, work log, activity summary, weekly report, status update, changelog
roadmap | product plan | product manager: roadmap, product management, prd, productboard, product roadmap
user story | acceptance criteria: user stories, acceptance criteria, gherkin
gantt | timeline | project timeline | milestones | timeline chart: gantt, milestone, mermaid, ms project, project schedule, project planning
task dependencies | order tasks: dependency graph, task dependencies, dag, topological, beads
assign | give task colleague | workload: task assignment, resource planning, team management
deadline | due date | late tasks | overdue: deadline, due date, reminder, task management, overdue
habit | routine | streak | build habit | daily routine: habit tracker, habit, habitica, streak
project template | start project | new project | project skeleton | start new project | scaffold project | boilerplate | bootstrap project | starter kit: scaffold, boilerplate, project template, project generator, cookiecutter, yeoman, create app
change log | release notes | changed release | changelog | whats new | changed versions: changelog, release notes, conventional commits, semantic release, changelog generator, conventional changelog, git cliff, changesets
teamwork | work together | collaborate: team collaboration, shared workspace, collaborative, team workspace
onboard | new employee | new colleague | new team member: onboarding, employee onboarding, hr, knowledge base, onboarding guide
employee | staff | hr | human resources: hr, hris, human resources, bamboohr, workday, employee, personio, payroll, gusto, rippling, onboarding, people management
salary: payroll, gusto, salary data, compensation, adp, levels fyi, deel, glassdoor, rippling, wage
payroll | wages | pay staff | salary payment | pay employees: payroll, gusto, salary, adp, deel, rippling
servicenow / itsm: servicenow, itsm, service desk, jira service
azure devops / ado / tfs: azure devops, work items, azure boards, azure pipelines
redmine / youtrack: redmine, youtrack, plane project, openproject, issue tracker
motivation | accountability partner | stick plan: habit tracker, motivation
life organised | life organized | household | chores: chores, family organizer, home management, grocy
shopping list | grocery list | groceries | supermarket: shopping list, grocery, supermarket, grocy, instacart, meal planning, kroger, grocery delivery
wedding plan | party plan | organise event: event planning, event management, party planner, eventbrite
inventory home: homebox, grocy, inventory, snipeit
packing list | pack suitcase: travel planner, packing list, checklist, travel checklist
process documentation | standard procedure | sop | runbook: sop, runbook, standard operating, playbook, process documentation
notes tasks | text tasks: task extraction, action items, todo extraction, todoist
todo comments | todos code: todo comments, todo scanner, leasot, code annotations
sync jira | jira github | tickets tools: issue sync, jira github, bidirectional sync, unito
freelancer | outsource | find freelancers | hire freelancer: upwork, freelance, fiverr, gig
spend project | project cost | project budget: project budget, cost estimation, budget tracking
time tracking | hours worked | log hours | timesheet | time spent | long worked | track hours: time tracking, toggl track, clockify, timesheet, harvest timesheet, wakatime, time tracker, activitywatch, kimai
toggl time | clockify | harvest time: toggl track, clockify, harvest timesheet, time tracking
time goes | screen time | computer time: activitywatch, rescuetime, screen time, time tracker, wakatime, activity tracking
coding time: wakatime, wakapi
bill hours | billable | invoice hours | client hours: billable hours, harvest timesheet, time tracking, freshbooks, invoicing, timesheet
punch clock | attendance: attendance, time clock, timesheet
family: family organizer, family calendar, genealogy

# Forms and surveys
questionnaire: form builder, survey, google forms, typeform, jotform, surveymonkey, tally form, tally, formbricks, poll, react form
form | online form | web form | make form | collect responses | signup form: form builder, google forms, typeform, jotform, tally form, tally, formbricks, survey, react form
opinion poll: survey, polling, google forms, strawpoll, typeform, slido, surveymonkey, form builder, jotform, tally, questionnaire, formspree
contact form: survey, google forms, formspree, typeform, form backend, surveymonkey, netlify forms, form builder, web3forms, jotform, poll
survey | poll | ask people | vote | collect answers | form builder: survey, google forms, typeform, surveymonkey, form builder, jotform, poll, tally, questionnaire, formspree, qualtrics, limesurvey
form answers | form responses | survey results | analyse survey | analyze survey: survey analysis, form responses, google forms, typeform, survey responses, survey results
website form | form without backend: contact form, formspree, form backend, netlify forms, web3forms
sign form / signup / waiting list / waitlist / collect emails: signup form, waitlist, newsletter signup, lead capture, registration form
registration | event registration | sign people: event registration, eventbrite, signup
form validation | check input | wrong input: form validation, zod, yup, react form, input validation
google forms: form builder, google workspace
typeform / jotform / tally: typeform, jotform, tally form, form builder
choose date together | doodle poll | find date group: doodle, date poll, rallly, meeting poll, scheduling poll
signature pad | sign screen: signature pad, signature capture, esignature
payment form | order form: payment form, stripe checkout, checkout form, order form
file upload form | collect files: file upload, upload form, file request, filestack
ask people opinion | vote online: polling, strawpoll, slido

# Files and folders
files disk | read file | write file | access files | local files: filesystem, file system, file operations, file access, file reader, file manager, desktop commander
filesystem | file system: filesystem, file operations, file manager
folder | directory: directory, filesystem, directory tree, folder tree
find file | lost file | search files | search computer | search disk: file search, everything search, ripgrep, spotlight search, fd, find files, fuzzy finder, desktop search, recoll, glob
find text files | search inside files | search content files | file contains: ripgrep, grep, full text, content search, code search, ugrep, ast grep
grep | regex search: grep, ripgrep, regex, ugrep
organise files | organize files | tidy files | sort files | messy folder | tidy folder | clean downloads | messy downloads: file organizer, file sorting, folder organizer, declutter, auto organize
rename files | rename many | file names | bulk rename | rename photos: bulk rename, batch rename, file renamer, renaming, mass rename
duplicate photos: duplicate finder, duplicate images, deduplication, image similarity, dedupe, perceptual hash, duplicate files, fdupes, phash, czkawka, imagededup
duplicate files | file twice | double files | identical files: duplicate finder, deduplication, dedupe, duplicate files, fdupes, czkawka, dupeguru, rmlint
disk full | disk space | free space | hard drive full | storage full | takes space: disk usage, disk cleanup, ncdu, disk analyzer, disk space, storage analyzer, disk dust
large files | big files | biggest files | huge files: disk usage, large files, ncdu, disk dust, disk analyzer, git lfs
cleanup | declutter | junk files: cleanup, prune, declutter, garbage collection
tidy: file organizer, cleanup, declutter, formatter
copy files | move files | transfer files: rsync, file transfer, rclone, sftp, file copy, scp
sync files | files two computers | keep folders | folders sync | synchronise files | mirror folder | synchronize folder: syncthing, rsync, rclone, file sync, nextcloud, unison, dropbox
sync | synchronise | synchronize: file synchronization, syncthing, rsync, rclone
share file | send file | send big file | large file someone: file sharing, file transfer, wetransfer, magic wormhole, croc, file upload, transfer sh, send anywhere
put online: uploader, deployment, file upload, vercel, s3, netlify, tus, heroku, uppy, ci cd, multer, railway
upload | upload file: uploader, file upload, s3, tus, uppy, multer
rar: zip, archive, 7zip, unrar, compression, gzip, unzip, decompress, jszip
zip | unzip | compress files | archive files | unpack | pack files | compress folder | extract archive: zip, archive, 7zip, compression, gzip, unzip, decompress, jszip, rar
7z | tar gz: rar, 7zip, unrar
split file | split big file | file pieces: file splitter, chunking, split files
watch folder | folder changes | file changes | new file appears | file appears: file watcher, fswatch, chokidar, watchman, inotify, folder monitor, file monitor, watchdog
compare files | spot differences: diff, file comparison, difftastic, diff viewer, jsdiff
compare folders | folders differ: directory diff, folder comparison, meld, diff, rsync
recover file | deleted file | undelete | accidentally deleted | file back: data recovery, undelete, photorec, testdisk, file recovery, trash, backup restore
remove files | trash | recycle bin: trash, rimraf, delete files, recycle bin, safe delete
securely delete | wipe file | destroy data: secure delete, data erasure
lock file | password file | protect file: file encryption, encryption, password protect, file lock, age encryption, gpg
file type | kind file | unknown file | open strange file: file type, mime type, magic bytes, magika, libmagic, format detection
convert file | change format | file format | different format | wrong format: file conversion, pandoc, ffmpeg, imagemagick, format conversion, cloudconvert, libreoffice
convert | turn file another: format conversion, pandoc
file size | smaller file | shrink file | reduce size: compression, minify, file size, resize
metadata file | file properties | exif | photo date | photo taken | picture metadata | camera settings: exif, exiftool, metadata extraction, image metadata, file metadata, iptc
remove metadata | hide location photo | strip exif: metadata removal, exiftool, mat2, exif remover, metadata stripping
file history: version control, git log, git history, git, version history, checkpoint, time machine, git blame
older version file | earlier version | previous version: version control, file history, git, checkpoint, time machine
undo | revert | roll back | go back | mistake undo | take back: undo, rollback, revert, checkpoint, backup restore, version control
backup | safe copy | lose data | restore backup: backup, restic, borg, borgbackup, rclone, duplicati, velero, kopia, disaster recovery
restore | recovery | recover | get back data: backup restore, data recovery, backup, rollback
encoding / strange characters / wrong characters / umlauts broken / garbled text / character set / unicode / mojibake: utf8, unicode, utf 8, encoding detection, charset, mojibake, iconv, character encoding, ftfy
line endings | crlf: line endings, crlf, dos2unix, eol
file edit | modify file | replace files: file editing, text editor, search replace, sed, str replace
many files | batch files | whole folder: batch processing, batch operations, glob
file permission | access denied | permission denied: file permissions, chmod, acl, access control
network drive / nas / synology / home server: nas, synology, smb, samba, truenas, sshfs, unraid, nfs, qnap, webdav
ftp | sftp | transfer file server | copy server | upload server: ftp, sftp, scp, file transfer, rsync, lftp, ssh
clipboard | copy paste | copied text history: clipboard, clipboard manager, pasteboard, clipboardy, clipboard history, copy paste
folder structure | overview files: directory tree, tree view, file tree, folder structure
tag files | label files | categorise files | categorize files: file tagging, tmsu, auto tag, classification
json file | read json | query json | json | big json: jq, jsonpath, json parser, json query, jmespath, json editor
xml | read xml: xml, xpath, xml parser, xslt, xsd, fast xml
yaml | yml: yaml, yml, yq, yaml parser, yamllint
csv / comma separated / csv file / tsv: csv, papaparse, tabular data, pandas, csv parser, tsv, duckdb, spreadsheet, xsv
big csv: parquet, duckdb, csv, polars, pandas, columnar, csv query, excel, avro, xsv, spreadsheet
parquet | huge csv: parquet, duckdb, polars, columnar, csv, avro, xsv
log file | read logs | search log | analyse logs | analyze logs: log analysis, log parser, loki, log viewer, elasticsearch, splunk, log files, kibana, cloudwatch, log search, graylog, observability
sort photos | organise photos | organize photos | photo library | photo album | photo cloud | google photos | photo collection: photo organizer, google photos, immich, exiftool, photoprism, apple photos, photo management, photo library, digikam
checksum | file damaged | file unchanged | file integrity | hash | md5 | sha256: checksum, hash, sha256, md5, file hash, integrity check, crypto hash
heic / iphone photos open / convert image / png jpg / webp / image format: heic, image conversion, heic converter, image converter, webp, libheif, imagemagick, png jpg, avif

# Cloud storage
store online: cloud storage, shopify, s3, ecommerce, google drive, woocommerce, object storage, magento, dropbox, onedrive, bigcommerce
cloud drive: cloud storage, rclone, s3, multi cloud, google drive, object storage, cloud sync, dropbox, onedrive, box storage, minio, nextcloud
cloud storage | files cloud | online storage | store files cloud: cloud storage, s3, google drive, object storage, dropbox, onedrive, box storage, minio, nextcloud, r2
google drive | gdrive | g drive: google drive, gdrive, google workspace, drive api
dropbox: cloud storage
onedrive / sharepoint / one drive: onedrive, sharepoint, microsoft graph, microsoft 365, office 365
icloud: apple icloud, icloud drive, pyicloud
nextcloud / owncloud / private cloud / self hosted cloud: nextcloud, owncloud, seafile, webdav, self hosted
s3 | bucket | object storage | blob storage: s3, minio, object storage, aws s3, r2, bucket, blob storage, backblaze, gcs, boto3
minio / r2: minio, cloudflare r2, s3 compatible
many clouds | several clouds: rclone, multi cloud, cloud storage, cloud sync
webdav: nextcloud, caldav
google workspace | google apps | gsuite | g suite: google workspace, gsuite, gmail, google drive, google docs, google calendar, gws
microsoft 365 | office 365 | m365 | o365: microsoft 365, office 365, microsoft graph, outlook, sharepoint, onedrive, ms365
share link file | public link | temporary link file: presigned url, file sharing, signed url, share link, file hosting
paste online | pastebin | share snippet: pastebin, gist, snippet
ipfs | decentralised storage | decentralized storage: ipfs, arweave, filecoin, pinata, decentralized storage

# Documents and PDF
doc file: pdf, docx, google docs, libreoffice, markitdown
read docs | technical docs: documentation search, docs mcp, context7, devdocs
read document | open document | understand document | documents agent read: document parser, document reader, document processing, docling, markitdown, unstructured, pdf reader, tika, document loader
document markdown | docx markdown | pdf markdown | office markdown | files markdown: markitdown, docling, pandoc, pdf markdown, marker pdf, document conversion, markdown converter, mineru
document text | extract text: text extraction, document parser, tika, markitdown, docling, unstructured, textract, ocr
pdf: pdfjs, pypdf, pdf lib, pdfkit, pymupdf, acrobat
read pdf | pdf text | open pdf | inside pdf | extract pdf: pdf reader, pdf parser, pdf extraction, pdf text, pymupdf, pdfplumber, pypdf, pdf parse, poppler, docling
pdf table | tables document | extract table | table image: table extraction, camelot, pdf tables, tabula, pdfplumber, document parsing, document extraction, ocr
pdf excel | pdf spreadsheet | pdf csv: pdf excel, table extraction, tabula, camelot, pdf converter
pdf word | pdf docx: pdf docx, pdf word, pdf converter, pdf2docx, document conversion
create pdf | save pdf | generate pdf: pdf generation, pdf converter, pdfkit, puppeteer, weasyprint, reportlab, libreoffice, wkhtmltopdf, typst
md pdf: markdown pdf, pandoc, pdf generator, mdpdf, typst
merge pdf | join pdf | combine pdf | several pdf | put pdf together: pdf merge, pdf toolkit, qpdf, pdftk, pdf lib, pypdf, pdf manipulation, stirling pdf
split pdf | pages pdf | separate pdf | cut pdf: pdf split, pdf pages, qpdf, pdftk, pdf manipulation, stirling pdf
pdf smaller | compress pdf | shrink pdf | pdf big | reduce pdf: pdf compression, ghostscript, pdf optimizer, pdf toolkit, qpdf
rotate pdf | turn page pdf | pages order: pdf toolkit, pdf manipulation, rotate pdf, qpdf, pdf editor
edit pdf | change pdf | write pdf: pdf editor, pdf manipulation, pdf toolkit, pdf lib, edit pdf, stirling pdf
fill pdf | pdf form | fillable: pdf form, form filling, acroform, fill pdf, pdftk
digital signature: electronic signature, docusign, gpg, esignature, cryptographic signature, e signature, sigstore, pki, pandadoc, hellosign, dropbox sign
sign document | sign pdf | contract signed | electronic signature | e sign | esign | e signature: electronic signature, docusign, esignature, e signature, digital signature, pandadoc, hellosign, dropbox sign, adobe sign, documenso
password pdf | unlock pdf | locked pdf | protected pdf: pdf password, pdf encryption, qpdf, unlock pdf, pdf security
redact: pii redaction, anonymization, pii, data masking, pdf redaction, presidio, pii detection, deidentification
hide names document | censor document | blacken: redaction, anonymization, pii, pdf redaction, presidio
watermark | stamp document: watermark, pdf watermark
annotate pdf | highlight pdf | comment pdf | pdf notes: pdf annotation, pdf highlights, annotations, zotero
chat pdf | ask pdf | question document | ask document | talk documents | ask files | chat files | chat documents | talk files: pdf chat, rag, document qa, document chat, retrieval augmented, question answering, private gpt, anythingllm, notebooklm
pdf images: ocr, pdf2image, ocrmypdf, img2pdf, tesseract, pdf png, pdf ocr, pdfimages, scanned pdf, poppler, textract
pictures pdf | pdf jpg: pdf image, pdf2image, img2pdf, pdf png, pdfimages, poppler, pdf converter
photos pdf: image pdf, img2pdf, pdf converter
pdf accessible | pdf archive: pdf accessibility, pdfa, pdf ua, verapdf
print | printer | print document | print page | paper printer: printer, printing, cups, receipt printer, print job, thermal printer, print server, ipp
scan document | scanner | paper documents | paper digital | digitise paper: document scanner, ocr, paperless, naps2
document archive: paperless, archive search, paperless ngx, europeana, document management, internet archive, dms, wayback, docspell, mayan edms
paperless | file papers | paper mess | store documents: paperless, paperless ngx, document management, dms, docspell, mayan edms
word document | docx | word file | microsoft word: docx, word document, microsoft word, python docx, docxjs, mammoth
write word | create word | make docx | fill word template: docx, docx generator, docxtemplater, python docx, word document, document generation
track changes | compare documents | compare contracts | contract differences | redline | contract versions: redline, tracked changes, document comparison, docx, document diff, diff
google docs | google document: google docs, google workspace, gdocs
libreoffice / open office / odt: libreoffice, odt, openoffice, odf, onlyoffice
office files | microsoft office | office documents: docx, xlsx, pptx, libreoffice, microsoft 365, onlyoffice, openxml
homework: google classroom, assignments, canvas lms, moodle, blackboard, academic writing, essay
latex / tex / essay / thesis / dissertation / academic writing / write paper / write essay: latex, academic writing, tex, essay, overleaf, typst, essay writing, tectonic, thesis, katex, grammarly, scientific writing
typeset | nice document | professional document | beautiful document: typst, latex, document generation, quarto, pandoc, typesetting
document template | letter template | letter many | fill template: document generation, template engine, docxtemplater, mail merge, document template, carbone
letter | write letter | formal letter: letter writing, letter generator, letter template, cover letter, document generation
read contract / agreement / check contract / understand contract / contract clause / terms service / nda: contract review, contract analysis, legal document, legal ai, legal contract, nda, contract management, ironclad, terms service
terms conditions | privacy policy | small print | imprint website | legal page website: privacy policy, terms service, legal document, policy generator, gdpr, tosdr, cookie policy
invoice | bill customer | write invoice | billing | send bill | create invoice: invoice, billing, stripe, xero, invoice generator, quickbooks, freshbooks, zugferd, e invoice
extract invoice: receipt, document extraction, receipt scanner, receipt ocr, document ai, intelligent document, expense tracker, textract, ocr, key value, invoice parsing
receipt | scan receipt | expense receipts | read invoice: receipt, receipt scanner, receipt ocr, invoice extraction, expense tracker, ocr, invoice parsing, expense tracking, document ai
ebook | e book | kindle | epub: epub, ebook, calibre, kindle, mobi, ebook reader, epub reader, gutenberg
write book | novel | write story | fiction: novel, story generator, creative writing, book writing, storytelling, fiction writing, manuscript
long document | long read | tldr | tl dr | summary | summarise | summarize: summarization, summarise, digest, tldr
short version | key points | main points | gist text: summarization, key points, key takeaways
convert document | document format | pandoc: pandoc, document converter, document conversion, libreoffice, markitdown, gotenberg, docling
document layout | layout analysis | complicated pdf: layout analysis, docling, document parsing, mineru, marker pdf, layoutlm, unstructured, llamaparse
fields document: document extraction, structured extraction, invoice extraction, data extraction, document ai, entity extraction, intelligent document, structured output, textract, langextract, key value, information extraction
data documents | information documents: document extraction, invoice extraction, document ai, intelligent document, textract, key value, idp, form recognizer
sort documents | classify documents | kind document: document classification, classifier, paperless, document management, categorization
markdown | md file: markdown, mdx, remark, markdown converter, obsidian, commonmark, markdown editor
render markdown | show markdown: markdown html, markdown renderer, remark, markdown preview, showdown
html pdf: puppeteer, wkhtmltopdf, weasyprint, gotenberg, print pdf
user manual | user guide | instruction manual | handbook: documentation, user manual, user guide, handbook, docs generator
write documentation | documentation project | document code | docs missing | generate documentation | code comments | docstring: documentation generator, docs generator, docstring, docusaurus, jsdoc, mkdocs, typedoc, technical writing, sphinx
readme | describe project: readme generator, readme, documentation, project description
diagram | flowchart | flow chart | draw process | architecture drawing | sketch process | boxes arrows | visualise process | visualize process: diagram, mermaid, flowchart, drawio, draw io, plantuml, excalidraw, graphviz, d2
org chart | family tree | hierarchy chart | history event | ancestor | genealogy | organisation chart: org chart, genealogy, organization chart, family tree, historical events, gedcom, familysearch, ancestry
certificate template | award certificate | diploma: certificate generator, certificate template, diploma
table contents | contents page: table contents, toc, toc generator, doctoc
send paper letter | postal letter | fax: letter mailing, fax, postal mail, print mail
page numbers | header footer: page numbers, pdf stamp, pdf toolkit, docx

# Spreadsheets and tables
spreadsheet | excel | xlsx | excel file | xls | workbook: excel, xlsx, spreadsheet, google sheets, openpyxl, sheetjs, workbook, exceljs, csv
google sheets | google spreadsheet | gsheet: google sheets, gsheets, google spreadsheet, spreadsheet, gspread, sheets api, google workspace
read excel | open spreadsheet | excel data: excel, xlsx, openpyxl, sheetjs, spreadsheet, pandas, excel reader
write excel | create spreadsheet | make excel | make spreadsheet: excel, xlsx, exceljs, openpyxl, spreadsheet generation, xlsxwriter, sheetjs
pivot table: excel formula, spreadsheet formula, aggregation, hyperformula, pandas, duckdb, excel, spreadsheet
excel formula | spreadsheet formula | formula cell | vlookup: excel formula, spreadsheet formula, hyperformula, pivot table, excel, spreadsheet
macro excel | vba: vba, excel macro, xlwings, office automation
csv excel: xlsx, csv converter, sheetjs
csv json: data conversion, excel json, format converter, csv parser, file converter, sheetjs, data transformation, json converter, pandoc
excel json | spreadsheet json: csv json, excel json, csv parser, sheetjs, json converter
spreadsheet database: airtable, csv import, nocodb, duckdb, baserow, sqlite utils, grist table, csv sqlite, smartsuite, data import, notion database, grist
airtable | table database | nocode database | code database: airtable, nocodb, baserow, grist table, smartsuite, notion database, grist, smartsheet, teable, seatable
rows columns | tabular: data table, csv, spreadsheet, dataframe, tabular data
clean data | messy data | dirty data | wrong data | tidy data | data quality | bad data | validate data: data cleaning, data quality, data cleansing, pandas, great expectations, openrefine, data validation, deduplication, data wrangling, pandera
duplicate rows | duplicates list | remove duplicates | entry twice | duplicate record | customer twice | deduplicate: deduplication, dedupe, duplicate detection, entity resolution, data cleaning, record linkage, fuzzy matching
similar names | match lists | fuzzy match | names spelled differently | approximate match | misspelled names: fuzzy matching, record linkage, fuzzy search, entity resolution, levenshtein, string similarity, rapidfuzz, fuse search
merge tables | join lists | combine spreadsheets | combine lists: data merge, csv merge, join tables, pandas, duckdb, data integration
analyse data | analyze data | understand numbers | look numbers | insights data | numbers say | data analysis | find trend | explore data: data analysis, data analytics, pandas, exploratory data, analytics, eda, data exploration, statistical analysis
sum column | column totals: pivot table, aggregation, pandas, duckdb
chart | bar chart: matplotlib, data visualization, plotly, echarts, vega, chartjs, vega lite, antv, quickchart, d3
graph numbers: matplotlib, chart extraction, plotly, plot digitizer, echarts, data extraction, vega, chartjs, antv
visualize data: matplotlib, plotly, echarts, vega, chartjs, vega lite, antv, quickchart, d3
draw graph: matplotlib, chart, plotly, echarts, vega, data visualization, chartjs, antv, vega lite
visualise: matplotlib, plotly, echarts, vega, chartjs, antv
dashboard | overview numbers | kpi: dashboard, grafana, metabase, kpi, apache superset, superset, bi, business intelligence, tableau, looker, power bi, streamlit
power bi / tableau / looker: power bi, tableau, looker, business intelligence, dax
question database | ask database: text2sql, text sql, natural language, language sql, sql query, nl2sql, database mcp, data analyst, postgres, sql generation, sqlite, chat data
data plain english | talk data | sql text: text2sql, text sql, language sql, nl2sql, data analyst, sql generation, chat data
report numbers | monthly report | weekly report | regular report | report data | automatic report: report generation, dashboard, automated report, jasper, analytics report
compare spreadsheets | two lists | compare lists: spreadsheet diff, csv diff, daff, excel compare, list comparison
csv database | load csv: csv import, duckdb, sqlite utils, csv sqlite, data import
outlier | strange values | anomaly | unusual numbers | unusual value | strange pattern: anomaly detection, outlier detection, data quality, anomalies, time series
tabular file | open table file | query csv | question spreadsheet: duckdb, csv, pandas, csv query, excel, polars, spreadsheet
merge spreadsheets | combine tables | join tables | merge csv: pandas, csv merge, duckdb, excel, data wrangling

# Slides
slideshow: powerpoint, pptx, ffmpeg, slides, video generator, presentation, remotion video, google slides, photo video, reveal js, marp
slide | presentation | powerpoint | pptx | ppt | keynote: powerpoint, pptx, slides, presentation, google slides, reveal js, marp, slidev, gamma, python pptx
make presentation | create slides | talk slides: presentation generator, slide generator, pptx, marp, slidev, google slides, slide deck, powerpoint generation, gamma
google slides: slides api, google workspace
pitch deck | investor presentation: pitch deck, slide deck, slides, powerpoint
presentation text | read powerpoint | pptx text: pptx, markitdown, python pptx, powerpoint, presentation parser
speaker notes | rehearse talk | give talk: speaker notes, presentation coach, public speaking
poster | flyer | brochure | leaflet: flyer, infographic, canva, brochure, graphic design, adobe express, poster design
canva: design tool, adobe express
infographic: flyer, data visualization, antv, canva, brochure, graphic design, adobe express, poster design
whiteboard | brainstorm board | sticky notes | sketch board | canvas drawing | hand drawn: whiteboard, excalidraw, miro, tldraw, figjam, lucidchart
mind map | mindmap | structure ideas | brainstorm visually | idea map: mind map, mindmap, markmap, xmind, freemind, brainstorming, concept map
presentation design | slide images: slides, powerpoint, canva, gamma

# Text recognition, scans and bar codes
read text image | screenshot text: ocr, tesseract, text recognition, paddleocr, image text, text extraction, easyocr, textract, vision model, handwriting, vision ocr
scan text: ocr, tesseract, ocrmypdf, text recognition, paddleocr, pdf ocr, text extraction, scanned pdf, easyocr, textract, handwriting, vision ocr
handwriting: ocr, tesseract, handwriting recognition, text recognition, handwritten, paddleocr, htr, text extraction, trocr, easyocr, textract
ocr | text recognition | recognise text | recognize text | text photo: ocr, tesseract, text recognition, paddleocr, text extraction, easyocr, textract, handwriting, vision ocr
extract text image | read text picture | read text photo | read picture | words picture | copy text image: ocr, tesseract, text recognition, image text, paddleocr, easyocr, vision model
scanned pdf | pdf select text: ocr, ocrmypdf, tesseract, pdf ocr, scanned pdf, textract, paddleocr
scan: ocr, document scan
handwritten: handwriting, handwriting recognition, htr, trocr, ocr
handwritten notes | notes paper | photo notes: handwriting recognition, handwritten, ocr, remarkable, note scanner
table picture | table photo | table screenshot | picture spreadsheet: table extraction, table recognition, ocr, image table, table ocr
formula picture | equation image | math image | math photo: mathpix, latex ocr, equation ocr, formula recognition, pix2tex, math ocr
barcode | scan barcode | ean | product code scan | bar code: barcode, zxing, barcode scanner, qr code, ean, upc, barcode generator, zbar
passport: id verification, visa requirements, mrz, travel advisory, document verification, visa, kyc, immigration, identity verification
id card | identity document | driving licence | license scan: id verification, passport, mrz, document verification, kyc, identity verification
number plate | license plate | licence plate | vin: license plate, vin decoder, alpr, anpr, vehicle history, plate recognition, nhtsa
straighten scan | crooked scan | skewed: deskew, document scanner, image preprocessing, opencv, perspective correction
describe image | see image: image captioning, image analysis, vision model, image recognition, image description, object detection, vlm, image understanding, ocr, multimodal
picture shows | describe picture | understand image: image captioning, vision model, image description, image analysis, image recognition, vlm, image understanding, multimodal
picture | photo: image, photo, picture, png, photography, jpeg, jpg, illustration
image: picture, photo, png, jpg, jpeg
library catalogue | library catalog | borrow book: library catalog, worldcat, open library, libby, koha
text picture | text image: ocr, image generation, text image, text recognition
chart image: chart extraction, plot digitizer, data extraction
scan qr | read qr | qr picture: qr reader, qrcode, qr code, zxing, barcode scanner
wifi qr | link qr: qr generator, qr code, wifi qr
ean product | product barcode: barcode lookup, upc, open food, ean, gtin

# Notes and knowledge bases
note | take notes | jot: notes, note taking, obsidian, notion, apple notes, evernote, joplin, onenote, markdown notes, bear notes
notion: notion database, notion workspace
obsidian | vault notes: obsidian, obsidian vault, markdown notes
onenote: microsoft graph
apple notes | mac notes | iphone notes: apple notes, notes app, bear notes, macos notes
google keep | keep notes: google keep, gkeep
logseq / roam: logseq, roam, roam research
joplin | standard notes: joplin, standard notes
find notes | search notes | old notes: note search, obsidian, semantic search, knowledge base, second brain, personal knowledge
organise notes | organize notes | messy notes | tidy notes | connect notes: zettelkasten, obsidian, note organization, knowledge management, second brain, pkm, para method, backlinks
second brain | personal knowledge | everything know | pkm: second brain, pkm, personal knowledge, zettelkasten, obsidian, knowledge management, knowledge base, basic memory
zettelkasten: obsidian, second brain, atomic notes
knowledge base | company knowledge | team knowledge | internal documentation | company wiki: knowledge base, confluence, wiki, notion, bookstack, knowledge management
wiki: confluence, mediawiki, bookstack, dokuwiki, wikijs, deepwiki, gitbook
confluence: atlassian, wiki
ask company documents | ask knowledge | employees ask: enterprise search, knowledge base, rag, internal search, document qa, onyx, confluence
faq | common questions | frequently asked: faq, knowledge base, help center, question answering
journal | diary | daily notes | daily log | write daily: journal, diary, daily notes, day one, daily log
idea | capture idea | ideas forget | quick thought: idea capture, quick capture, brainstorm
brainstorm | come ideas | need ideas | need inspiration: brainstorming, ideation, creative thinking, idea generation
flashcard | memorise | memorize | learn heart | vocabulary cards | anki | spaced repetition: anki, flashcards, spaced repetition, srs, quizlet, ankiconnect
learn | study | understand subject: tutor, flashcards, quiz
teach | tutor | explain like child | lesson | student: tutor, lesson plan, e learning, course generator, quiz, curriculum, flashcards
quiz | exam questions | test knowledge | practice questions | multiple choice | practice exam: quiz, quiz generator, flashcards, exam, question generator, trivia, kahoot
highlights | kindle highlights | book highlights: readwise, kindle highlights, highlights, annotations
web clipper | clip page | save page notes: web clipper, obsidian clipper, bookmark, singlefile
reading list | track reading: reading list, goodreads, book tracker, readwise
recipe collection | cooking notes: recipe, mealie, tandoor, recipe manager
lessons learned | learn mistakes | repeat mistakes: lessons learned, reflexion, continuous learning, self improvement, retrospective
decision log | decision rationale | remember decisions | past decisions | architecture decision | record decision: decision log, adr, architecture decision, decision record, decision memory
glossary | terms list | terminology | company terms: glossary, terminology, termbase, ontology
snippets | text blocks | reuse text | standard replies | canned response: snippet, text expander, espanso, canned responses, snippet manager
code snippets | save snippet | reuse code | boilerplate piece: snippet manager, snippet, gist, code snippets
classify: classification, machine learning, scikit, labeling, scikit learn, categorization, pytorch, taxonomy, tensorflow, auto tagging, automl
tag | label | categorise | categorize | sort categories: classification, classifier, labeling, categorization, taxonomy, auto tagging
knowledge graph | things related | relations facts: knowledge graph, neo4j, graph database, entity relationship, graphrag, ontology, graphiti, triples
publish notes | notes website | digital garden: digital garden, quartz, obsidian publish, static site
sync notes | notes phone | notes devices: obsidian sync, joplin, notes sync, livesync
kb: knowledge base, wiki

# Writing and text
grammar | spelling | spell check | spelling mistakes | typos | correct text | proofread | proof read: grammar, languagetool, spell check, proofreading, spellcheck, hunspell, cspell, vale, harper grammar
write text: writing assistant, copywriting, content writing
write better | improve text | better wording | polish text | rewrite | reword | rephrase | sounds bad: rewriting, paraphrase, copyediting, writing assistant, text improvement, style guide
paraphrase | say differently | words text: paraphrase, rewriter
sounds ai | ai text human | humanise | humanize text | less robotic | ai slop | sounds robot: text humanizer, ai detection, ai writing, deslop, slop, writing style, natural writing
written ai | ai detector | detect ai text | chatgpt wrote | deepfake | fake picture | ai generated text | detect ai: ai detection, deepfake detection, ai detector, gptzero, content authenticity, image forensics, c2pa
plagiarism | copied text | stolen text | original text: plagiarism, plagiarism detection, plagiarism checker, copyscape, similarity check, text similarity
brand voice | voice writing | brand | logo name | company name ideas: brand voice, brand guidelines, writing style, brand identity, style guide, voice tone, brand assets, voice profile, name generator, style transfer, ghostwriter
tone | friendlier | formal tone | politer tone: tone adjustment, rewriting, style transfer, writing assistant, politeness
write article | content writing | text website | seo text: content generation, content writing, article writer, blog writing, copywriting, content creation, seo content
product description: copywriting, ad copy, product catalog, marketing copy, product listing, landing page, ecommerce, pim, slogan, headline, content writing
advert text | ad copy | sales text | slogan | copywriter | write ad | marketing text | landing page text: copywriting, ad copy, marketing copy, landing page, product description, slogan, headline, content writing
headline | title ideas | catchy title: headline, title generator, copywriting, headline generator
name ideas | product name | company name | name startup: name generator, brand name, domain name
fairy tale / poem / lyrics / song text / words song: story generator, lyrics, creative writing, lrclib, poetry, musixmatch, poem, song lyrics, storytelling, songwriting
script video: screenwriting, screenplay, scriptwriting, script writing, storyboard, youtube script
screenplay | film script: screenwriting, screenplay, script writing, video script
technical writing | write docs: technical writing, documentation, style guide, vale
press release | contact journalists | pr media: pr newswire, press release, public relations, media outreach
readability | hard read | reading level | text complicated | word count | many words | character count | text length | text statistics: readability, word count, reading level, word counter, flesch, text simplification, character count, hemingway
text tools: text processing, text manipulation, text analysis, string utilities
replace text | search replace | find replace | swap words: find replace, search replace, sed, text replacement, regex
regex | regular expression | text pattern | match pattern | match pattern text: regex, regular expression, regexp, pattern matching, regex tester, regex101
uppercase / lowercase / change case / camel case / capital letters: case conversion, change case, camelcase, text transform, string manipulation
format text | align text | indent: formatter, prettier, text formatting, pretty print
compare text | two texts | text changed: text diff, diff, jsdiff, diff match, text comparison
topics text: keyword extraction, clustering, topic modeling, keybert, categorization, topic extraction, bertopic, text analysis, embeddings, tf idf, kmeans, umap
keywords text | important words: keyword extraction, topic modeling, keybert, topic extraction, text analysis, tf idf
names text | places text | extract names | people mentioned: named entity, ner, spacy, entity extraction, entity recognition
classify text | sort text | text categories: text classification, classifier, zero shot, categorization, sentiment
sort list | alphabetical | list order: sort list, natural sort, alphabetize
slug | url friendly: slug, slugify
lorem ipsum | dummy text | placeholder text: lorem ipsum, placeholder text, faker, dummy text
ascii art | big letters | text banner | figlet: ascii art, figlet, ascii, banner, text art
swear words | bad words | offensive | insulting | toxic comments: profanity, profanity filter, content moderation, toxicity, moderation, hate speech
moderate / moderate comments / toxic / hate speech / content moderation / nsfw: moderation, content moderation, perspective api, toxicity, nsfw, hate speech
write together | edit together | collaborate document: collaborative editing, crdt, yjs, etherpad, hocuspocus, realtime collaboration, google docs
text editor | rich text | editor website: text editor, rich text, tiptap, prosemirror, wysiwyg, ckeditor, monaco
legal text | legalese | lawyer | law | legal | legal question | statute | legislation: legal writing, law, legal ai, legislation, lawyer, legal research, statutes, case law, regulations, eur lex
markdown table | text table: markdown table, table generator, table formatter
bullet points | bullet list: bullet points, outline generator, summarization, note formatting
text variables | placeholders template | fill placeholders: handlebars, mustache, jinja, template engine, nunjucks
footnote | references word: footnotes, citation, bibliography, zotero
nlu | intent | user wants: intent detection, nlu, intent classification, intent recognition
spell check code | typo code: cspell, typos, codespell, spell checker

# Translation and languages
foreign language: translation, language learning, deepl, vocabulary, google translate, flashcards, libretranslate, duolingo, argos translate, anki, machine translation, language tutor
translate | another language | translate german | translate english: translation, deepl, google translate, libretranslate, argos translate, machine translation
deepl: translation
translate document | translate pdf | translate file | translate word: document translation, pdf translation, deepl, pdfmathtranslate, translator, babeldoc
translate website | multilingual website | website languages | app languages | localise: i18n, internationalization, l10n, i18next, translation management, crowdin, lokalise, weblate
i18n | l10n | translation strings | translate app | translate interface | localize app | several languages app: i18n, i18next, lokalise, l10n, crowdin, translation keys, translation files, internationalization, gettext
translate subtitles | translate video | subtitles language | dub: subtitle translation, dubbing, video translation, subtitle, srt, lip sync, rask, video dubbing
translate speech | live interpreter | live translation | understand foreigner | live captions | interpreter: speech translation, live captions, live translation, interpreter, realtime translation
translate offline | translate privately: argos translate, libretranslate, offline translation, nllb, marian
detect language | language unknown: language detection, langdetect, language identification, fasttext
understand foreign text | chinese text | japanese text: translation, furigana, pinyin
dictionary / meaning word / definition / define word / definition word / synonym / thesaurus / another word / rhyme: dictionary, thesaurus, wiktionary, synonym, datamuse, definition, wordnet, word definition, rhyme, merriam webster, lexicon
learn language / practise english / practice spanish / vocabulary / duolingo / practise language / practice speaking: language learning, vocabulary, flashcards, duolingo, anki, language tutor, pronunciation, grammar
pronounce | pronunciation | phonetic | ipa: pronunciation, ipa, phonetic, text speech, forvo, phoneme
transliterate | cyrillic | pinyin | romanise: transliteration, pinyin, romanization, cyrillic
dialect | british american | spelling british: british english, spelling, language variant
plain language | easy language | simple words | simple english | easier read: plain language, readability, simplification, text simplification, simplify, leichte sprache
natural language | language processing | nlp: nlp, natural language, spacy, nltk, text analysis, hugging face, tokenization

# Memory of agents
remember | memorise facts | keep mind: memory, persistent memory, knowledge graph, long term, mem0, reminder
memory | agent memory | ai memory | memory llm: mem0, knowledge graph, persistent memory, letta, zep, long term, memory bank, graphiti, cognee
remember sessions | remember conversation | remember next time | last session | previous session: persistent memory, session memory, long term, memory bank, cross session, conversation memory, mem0, claude mem, context persistence
forget everything | forgets | start every | explain every | agent forgets | goldfish | amnesia: persistent memory, long term, memory, memory bank, context persistence, session memory, mem0
long term memory | persistent memory | permanent memory | lasting memory: long term, persistent memory, mem0, letta, memgpt, zep, memory layer, supermemory, knowledge graph
short term memory | working memory: working memory, scratchpad, session memory, short term, buffer memory
remember preferences | preferences | learn preferences: user memory, user preferences, user profile, preference learning, openmemory
remember project | project context | know project | remember codebase | project knowledge: memory bank, project memory, project context, codebase memory, claude md, agents md, serena, context engineering
share memory | memory several agents | memory tools | memory across tools: shared memory, openmemory, memory sync, cross agent, agents memory, memory hub, team memory
memory local | memory files | memory markdown | memory machine: local memory, markdown memory, sqlite memory, file memory, basic memory
store facts | save facts | keep facts | remember facts: knowledge graph, fact store, entity memory, semantic memory, fact extraction
recall | bring back | remember said: memory retrieval, conversation search, conversation history, episodic memory, chat history
continue left | resume work: session resume, session continuity, handoff, checkpoint, session management, context persistence
handover | pass work next | handoff: handoff, session handoff, context transfer, handover, agent handoff
conversation long | context full | context window | runs context | context overflow: context management, context compression, context window, compaction, token optimization, context compaction, summarization, context pruning
many tokens: token optimization, token counter, token reduction, tiktoken, token saving, tokenizer, context compression, token counting, prompt compression, token usage, token efficient, token saver
token usage: token optimization, token reduction, ccusage, token saving, token counter, context compression, cost tracking, prompt compression, usage tracking, token efficient, llm cost
save tokens | fewer tokens | token cost | reduce tokens | waste tokens: token optimization, token reduction, token saving, context compression, prompt compression, token efficient, token saver, prompt caching, toon
count tokens: token counter, tiktoken, tokenizer, token usage
compress prompt | shorter prompt | shrink context | smaller context: prompt compression, context compression, llmlingua, token reduction, compaction
give context | right context | context agent | context engineering: context engineering, context provider, context management, context server, repomix, context7
whole codebase prompt | repo one file | pack repo | code prompt: repomix, gitingest, code2prompt, repo packer, codebase context, files prompt
old conversations | past conversations | search chats | earlier conversation | previous chats: conversation history, conversation search, chat history, session search, conversation archive, transcript search, session history
remove memory | outdated memory | stale memory | clean memory: memory decay, memory pruning, forgetting, memory consolidation, memory management, memory cleanup
many tools | tools fill context | tool overload | tools eat context: tool search, progressive disclosure, tool filtering, lazy loading, mcp proxy, mcp gateway, tool router, code mode, dynamic tools
rules agent | instructions agent | agent conventions | follow rules | claude md | agents md: agents md, claude md, cursor rules, cursorrules, steering
agent ignores instructions | breaks rules: guardrails, rule enforcement, instruction following, policy enforcement
learn time | gets better | self improving: self improving, continuous learning, self evolving, skill learning, experience replay
time travel: checkpoint, state management, time machine
state snapshot | save state | checkpoint: checkpoint, state management
key value: redis, kv store, valkey, memcached, sqlite, leveldb, upstash, keyv, caching, localstorage
store value | simple store | remember value: key value, kv store, redis, sqlite, leveldb, keyv, localstorage
export memory | move memory | switch assistant memory: memory export, memory migration, memory portability, memory sync
facts change | truth time | outdated facts: temporal knowledge, graphiti, zep, bitemporal, temporal graph
memory encrypted | private memory: encrypted memory, local memory, memory vault
coding conventions: coding standards, linter, claude md, code quality, agents md, static analysis, preference learning, project memory, sonarqube, code review, eslint, style guide
remember code style | coding preferences: coding standards, claude md, agents md, preference learning, project memory
remember bug | already solved | seen error: solution memory, error memory, lessons learned, debugging memory, knowledge base

# Retrieval and embeddings
rag | retrieval augmented | retrieval augmented generation: rag, retrieval augmented, vector database, llamaindex, langchain, embeddings, ragflow, graphrag, lightrag, vector store
documents ai | private documents ai | feed documents | train documents | teach documents: rag, retrieval augmented, document ingestion, knowledge base, local rag, embeddings, anythingllm
search meaning | find similar meaning | semantic search | exact words: semantic search, vector search, embeddings, similarity search, neural search, hybrid search, faiss
vectorize: embedding, svg, sentence transformers, vector graphics, illustrator, openai embeddings, inkscape, voyage, fastembed, svgo, text embedding
embedding | text vector | vectorise: embedding, sentence transformers, vector, openai embeddings, voyage, fastembed, text embedding
vector database | vector db | vector store | store embeddings | similarity search | nearest neighbour | nearest neighbor | vector search: vector database, vector search, pinecone, similarity search, qdrant, faiss, chroma, hnsw, weaviate, milvus
pinecone / qdrant / chroma / weaviate / milvus: vector database, vector store, embeddings, similarity search
similar items | similar text | similar documents: similarity search, semantic similarity, embeddings, vector search
chunk | split text | split document | cut text pieces | text pieces: chunking, text splitter, chunker, semantic chunking, text chunking
rerank | search results better | order results | best results first: reranker, cohere, cross encoder, colbert
hybrid search | keyword meaning: hybrid search, bm25, vector search, reciprocal rank, full text
full text search | index text | search text: full text, meilisearch, elasticsearch, typesense, lucene, bm25, opensearch, fts5, minisearch, tantivy
index files | index documents | index folder: document index, file index, rag, local search
understand codebase: code search, code explanation, codebase indexing, codebase analysis, ripgrep, explain code, semantic code, code understanding, sourcegraph, code analysis, code index, repo map
index code | search codebase | find code | grep code | look code: code search, codebase indexing, ripgrep, semantic code, sourcegraph, code index, code graph, codebase search, code context, ast grep, ast, zoekt
graph rag | graphrag | knowledge graph documents: graphrag, knowledge graph, lightrag, neo4j, graph retrieval
answers wrong | invents things | hallucinate | made answers: hallucination, hallucination detection, fact checking, rag, citations, guardrails, groundedness
grounded answers | answers sources: rag, citations, source attribution
ingest | documents rag | load documents | feed data: document loader, data loader, etl, unstructured, document ingestion
evaluate rag | rag quality | retrieval quality: ragas, rag evaluation, deepeval, trulens, retrieval evaluation
multimodal search | search images text | find photo description | search photos words: openclip, multimodal, image search, visual search, image embedding, multimodal rag
video search content | find moment video | scene video: video search, video understanding, twelvelabs, scene detection, video indexing
notebooklm | notebook lm: notebooklm, ai notebook, research assistant, open notebook, document qa
local rag | rag computer | private rag: local rag, ollama, anythingllm, private gpt, chroma, lancedb
crawl docs rag | website chatbot knowledge: crawl4ai, firecrawl, rag crawler, site crawler, docs crawler

# Language models
llm | language model | ai model | large language model: llm, openai, anthropic, claude, gemini, gpt, ollama, language model, mistral, llama
artificial intelligence: llm, machine learning, openai, claude, gpt
chatgpt | gpt | openai: openai, chatgpt, gpt, azure openai, codex
claude / anthropic: claude, anthropic, claude code, claude desktop
gemini | google ai: gemini, google ai, vertex, gemini cli
mistral / llama / qwen / deepseek: mistral, llama, qwen, deepseek, open model, ollama
grok | xai: grok, xai, x ai
ask another ai | another model | second opinion | different ai | another llm | ask chatgpt: multi model, multi llm, second opinion, llm council, openrouter, llm bridge, multi provider, zen mcp, consensus, model delegation
several models | many models | compare models | multiple ai | models together | model best: multi model, model comparison, openrouter, litellm, llm council, benchmark, llm arena, model router
switch model | change provider | one api models | unified api: litellm, openrouter, llm gateway, multi provider, llm proxy, unified api, model router, ai gateway, portkey
llm cost: token usage, cost tracking, ccusage, model router, token counter, llm router, cost optimization, usage tracking, openrouter, helicone, model routing
cheap model | cheapest model | cheaper ai | ai cost | ai expensive: llm cost, cost tracking, model router, llm router, cost optimization, openrouter, token usage, model routing
ai bill | usage claude | usage ai | tokens used | usage limit: token usage, cost tracking, usage tracker, ccusage, usage monitor, llm cost, cost monitor, budget
free ai | free llm | free model | ai without paying: free llm, free tier, ollama, local llm, free api, openrouter, gpt4free
local ai | local llm | local model | ai offline | ai computer | llm machine | run model locally | llm laptop: ollama, local llm, llama cpp, lm studio, gguf, vllm, localai, mlx, offline llm, gpt4all
ollama: local llm, llama
lm studio / llama cpp / gguf / vllm: llama cpp, lm studio, gguf, vllm, local llm, inference server
host model | serve model | model server | deploy model: vllm, model serving, inference server, tgi, triton, bentoml, replicate model, sglang, ray serve
huggingface | hugging face | find model | model hub: huggingface, hugging face, hf transformers, model hub, gradio, hf
train model: fine tuning, machine learning, finetuning, scikit, lora, scikit learn, unsloth, pytorch, peft, tensorflow, huggingface, automl
fine tune | finetune | custom model | lora | train llm: fine tuning, finetuning, lora, unsloth, peft, huggingface, axolotl, model training, sft, qlora, llm training, trl
predict: machine learning, forecasting, scikit, time series, scikit learn, prophet forecasting, pytorch, predictive model, tensorflow, timegpt, automl, xgboost
machine learning | train classifier | ml model: machine learning, scikit, scikit learn, pytorch, tensorflow, automl, xgboost, mlflow, forecasting, model training, huggingface
training data ai | synthetic data | generate training | data without privacy: synthetic data, dataset generation, data generator, data annotation, faker, data labeling, sdv, distilabel
label data | annotate data: data labeling, label studio, annotation, argilla, dataset, labelbox
test prompt: evals, prompt versioning, benchmark, promptfoo, llm evaluation, prompt management, deepeval, langfuse, promptlayer, llm judge, prompt evaluation
evaluate agent: evals, benchmark, agent testing, promptfoo, llm evaluation, agent benchmark, deepeval, langfuse, llm judge, ragas, lm eval
benchmark model | test model | model quality | evaluate llm | eval | llm eval | model output quality: evals, benchmark, promptfoo, llm evaluation, deepeval, langfuse, llm judge, ragas, lm eval, braintrust
watch llm calls | see ai | trace llm | llm logs | monitor agent: llm observability, langfuse, langsmith, observability, helicone, arize phoenix, agent monitoring, opentelemetry
cache llm | question llm | repeated prompts: prompt caching, semantic cache, llm cache, gptcache
ai gateway | llm proxy | hide llm key: ai gateway, llm gateway, litellm, llm proxy, portkey, kong gateway
openai compatible | openai api local: openai compatible, litellm, localai, vllm, llm proxy
azure openai | bedrock | vertex ai: bedrock, azure openai, vertex, azure ai, sagemaker
gpu | graphics card | rent gpu | train model cloud: gpu, cuda, runpod, modal labs, nvidia, vast ai, lambda labs, nvidia smi
vision model | image understanding ai | see pictures ai: vision model, vlm, multimodal, image understanding, gpt 4o, llava
generate image | create picture | ai picture | draw picture | create image | make picture | paint picture | ai art: image generation, dall e, text image, stable diffusion, midjourney, comfyui, imagen, gpt image, nano banana, replicate model
tokens per second | model speed | faster model | groq: groq, cerebras, fast inference, throughput
embedding local: fastembed, sentence transformers, ollama, transformers js, onnx
model fails | fallback model | provider unavailable: llm fallback, litellm, llm gateway, failover, model router
quantize | model smaller | model big: quantization, gguf, gptq, awq, bitsandbytes
stream answer | answer word word: streaming llm, sse, vercel ai, token streaming
model phone | browser model | device model: webllm, transformers js, mlx, onnx
ml: machine learning, model training
genai | generative ai: generative ai, llm, genai, image generation

# Prompts
prompt: prompt engineering, prompt library, prompt template
better prompt | improve prompt | prompt engineering | write prompt | good prompt: prompt engineering, prompt optimizer, prompt enhancer, prompt improvement, prompt generator, dspy
prompt library | save prompts | reuse prompts | collection prompts: prompt library, prompt manager, prompt template, prompt collection, prompt store, prompthub, awesome prompts
prompt version | prompt changes | compare prompts: prompt versioning, promptfoo, prompt testing, prompt management, langfuse, promptlayer, prompt evaluation
role play: system prompt, dnd, personas, dungeons dragons, roleplay, tabletop, soul md, rpg, foundry vtt, d20, dungeon master
system prompt | persona | character ai: system prompt, personas, roleplay, soul md
prompt injection / trick ai / hijack agent / jailbreak / malicious instructions / poisoned / agent security / protect agent / malicious prompt: prompt injection, jailbreak, guardrails, llm security, ai firewall, injection detection, agent security
image prompt | prompt picture: image prompt, prompt generator, midjourney, prompt enhancer, prompt engineering
slash command | custom commands | shortcuts agent: slash command, custom commands, claude commands
question unclear | clarify | ask back | vague request: clarification, clarifying questions, requirements elicitation, prompt enhancer, grill
safe ai | ai guardrail | block bad answers | unsafe output: guardrails, content safety, content moderation, llm guard, nemo guardrails, moderation, safety filter

# Agents and orchestration
ai agent: autonomous agent, ai assistant, agent framework
build agent | develop agent | agent framework | agent sdk: agent framework, langchain, langgraph, crewai, agent sdk, autogen, openai agents, pydantic ai, mastra, smolagents
several agents | many agents | team agents | agents together | multiple agents | agents work together | multi agent: multi agent, crewai, swarm, autogen, orchestration, agent team, agent swarm, langgraph, agent collaboration
subagent | sub agent | delegate | helper agent | split work agents | hand task: subagent, delegation, task delegation, orchestrator, multi agent, agent spawn, worker agent
agents communicate | agent message agent | a2a: a2a, agent2agent, agent communication, agent messaging, agent protocol, agent network, agent mail
agents time | parallel agents | several claude | many claude: parallel agents, worktree, multi agent, claude squad, agent orchestrator, tmux, concurrent agents, vibe kanban
agents conflict | agents overwrite | agents file: file locking, worktree, agent coordination, conflict prevention, file reservation
orchestrate | coordinate agents: orchestration, langgraph, multi agent, temporal workflow
autonomous | alone overnight | unattended: autonomous, autonomous agent, ralph, agent loop, unattended, autopilot, background agent, auto mode
loop done | keep going | keep trying | dont stop: ralph, agent loop, autonomous loop, retry
long running | long task | takes hours | background task: background task, background jobs, long running, job queue, durable execution, async task, temporal workflow, daemon
agent stuck | error loop | going circles | infinite loop agent: loop detection, stuck detection, watchdog, circuit breaker
watch agents | agents overview | manage agents | agent dashboard | see agents: agent dashboard, agent monitoring, agent management, mission control, observability, session manager, kanban agents
workflow | automate: n8n, zapier, workflow automation, activepieces, node red, ifttt
connect apps | connect services | link apps | ifttt | glue apps | integrate apps | automate apps: zapier, n8n, app integration, make com, ipaas, pipedream, composio, workflow automation, ifttt, integration platform, activepieces, connectors
n8n / zapier: n8n, zapier, workflow automation, pipedream
low code: nocode, visual builder, retool, drag drop, appsmith, flowise, bubble io, dify, budibase, langflow, tooljet
without programming | without coding | nocode: nocode, low code, visual builder, drag drop, flowise, dify, langflow
tool calling: claude hooks, function calling, pre tool, mcp server, post tool, composio, lifecycle hooks, tool use
function calling: tool calling, language server, lsp, mcp server, code navigation, composio, symbol search, tool use, serena, ctags, tree sitter
give agent tools | agent use api: tool calling, function calling, mcp server, composio, tool use
api mcp | api tool agent | turn api mcp | openapi mcp | api usable agent | api tool | wrap api | existing api agent: openapi mcp, mcp generator, api mcp, openapi, swagger mcp, fastmcp, fastapi mcp, mcp gateway
build mcp | develop mcp | program mcp: fastmcp, mcp sdk, mcp framework, mcp builder, mcp template, mcp generator, mcp boilerplate, create mcp
debug mcp | mcp works | inspect mcp: mcp inspector, mcp testing, mcp tester, mcp debug, mcp validator
model context protocol: mcp, mcp server, model context, mcp client, fastmcp
mcp one place | combine mcp | many mcp | many mcp servers | mcp aggregator | mcp proxy: mcp gateway, mcp proxy, mcp hub, mcp aggregator, mcp router, metamcp, mcp manager, mcpjungle
mcp remote | mcp http | stdio http: mcp remote, mcp proxy, supergateway, mcp bridge, streamable http, sse
mcp command line | mcp terminal | call mcp script: mcp cli, mcporter, mcp client, mcptools
check skill safe: mcp scan, skill scanner, mcp security, skill security, mcp scanner, skill audit, skill vetter, tool poisoning, mcp guard, security scanner, mcp audit
mcp safe | mcp dangerous | trust mcp | mcp security | mcp server safe | malicious mcp | tool poisoning: mcp scan, mcp security, mcp scanner, skill scanner, tool poisoning, mcp guard, security scanner, mcp audit, skill security
build skill | author skill: skill creator, skill builder, skill authoring, skill development, writing skills, skill generator
skill | agent skill | claude skill: agent skill, claude skills
skill malicious | trust skill | scan skill: skill scanner, skill security, skill audit, skill vetter
plugin claude | claude code plugin | extend claude: claude plugin, claude code, plugin marketplace, claude marketplace
hook agent | every edit: claude hooks, pre tool, post tool, lifecycle hooks
voice assistant: voice agent, livekit, voice interface, pipecat, speech recognition, vapi, elevenlabs, voice mode, alexa, voice chat, voice conversation
talk agent: voice assistant, voice agent, livekit, voice interface, pipecat, speech recognition, vapi, elevenlabs, voice mode, alexa, voice chat, voice conversation
talk ai | speak assistant | like siri | like alexa: voice assistant, voice agent, livekit, pipecat, vapi, elevenlabs, voice mode, alexa
personal assistant / secretary / butler / jarvis: personal assistant, executive assistant, ai assistant, openclaw, productivity assistant
execute code: sandbox, e2b, code interpreter, microvm, docker, firecracker, code runner, jupyter, judge0, gvisor, repl
sandbox | run code safely | safe place code | isolate | untrusted code | isolate agent | safe environment agent: sandbox, e2b, microvm, docker, firecracker, code execution, code interpreter, gvisor, docker sandbox, microsandbox
run python | execute python | code interpreter | calculate python | python script: code interpreter, python interpreter, python execution, code execution, python repl, python sandbox, jupyter, python executor, repl, pyodide, e2b, sandbox
run command | terminal command | shell | command line | bash: terminal emulator, shell command, shell, cli, command execution, bash, desktop commander, tmux, command line, powershell, zsh
destructive command: guardrails, command guard, command filter, permission hooks, safety net, safety hooks, sandbox, approval, command blocker, policy engine, dcg
agent dangerous | agent deletes | stop agent destroying | rm rf: guardrails, command guard, destructive command, safety net, sandbox, approval, policy engine
agent allowed | limit agent | restrict agent | agent permissions: access control, policy engine, guardrails, allowlist, least privilege, agent governance
agent pays | agent money | agent wallet | agent buy | machine pays | micropayment | pay per call: agent payments, x402, agent wallet, micropayments, agentic commerce, stripe, usdc, l402, lightning network, skyfire
agent identity: verifiable credentials, agent auth, agent trust, credential vault, agent registry, oauth, erc 8004, agent credentials, secrets management
prove agent | trust agent | agent reputation: agent identity, verifiable credentials, agent trust, agent registry, erc 8004
agent register | agent marketplace | hire agent: agent marketplace, agent registry, agent discovery, agent directory, a2a
audit agent | record agent: audit trail, audit log, agent logs, session recording, provenance, observability
agent reliable: agent evaluation, agent testing, evals, agent benchmark, deepeval
coding agent | ai programmer | ai coding | write code | pair programming | programming partner | generate code | coding assistant: coding agent, code generation, claude code, pair programming, codegen, codex, aider, copilot, cursor, opencode, cline
cursor / windsurf / cline / aider: cursor, windsurf, cline, aider, coding agent
claude another program | call claude code | claude headless: claude code, agent sdk, claude cli, claude mcp
codex / gemini cli / opencode: codex, gemini cli, opencode, codex cli, coding agent
langchain / langgraph / llamaindex: langchain, langgraph, llamaindex, llm framework
chat interface | chat ui | chat frontend: chat ui, open webui, librechat, chat interface, lobechat, chainlit, assistant ui
simulate people | pretend users | fake users | focus group: persona simulation, synthetic users, agent simulation, user simulation
game agents | agents play | agents world: game agent, multi agent, virtual world
agent every day | schedule agent | agent night: scheduled agent, cron, agent cron, scheduled tasks
config tools | share config agents | sync rules: rules sync, config sync, rulesync, dotfiles, agent config, ruler
ready made agents | agent collection | agent templates: agent collection, agent templates, awesome agents, subagents collection, claude agents
status line | statusline: statusline, claude statusline, status bar
manage sessions | many terminals | session list: session manager, tmux, claude squad, terminal multiplexer, zellij
agent budget | agent overspends: budget limit, cost control, spend limit, llm cost, agent budget
repetitive | boring work | tedious | annoying work: workflow automation, rpa, batch processing

# Reasoning and planning
think | think first | think step | reason: sequential thinking, chain thought, reasoning, think tool, step reasoning, thought process, tree thoughts, structured thinking
think harder | think deeper | deep thinking | complicated problem | complex problem | hard problem: sequential thinking, deep thinking, reasoning, problem solving, extended thinking, tree thoughts, structured reasoning, first principles
split task | smaller steps | big task: task decomposition, sequential thinking, task breakdown, step reasoning, subtasks, taskmaster, work breakdown
plan | make plan | plan first: plan mode, implementation plan, task planning, roadmap, task decomposition
plan feature: implementation plan, spec driven, project planning, prd, spec kit, product requirements, roadmap, openspec, taskmaster, user stories, technical spec
plan project | implementation plan: implementation plan, project planning, spec driven, prd, roadmap, taskmaster, spec kit
spec | write specification | write requirements | project requirements | prd | requirement document | spec coding | product requirements: spec driven, prd, spec kit, product requirements, openspec, user stories, technical spec
double check | check answer | check work | verify answer | second look: self review, verifier, quality check, cross check, self critique, fact checking
different viewpoints | another perspective | devils advocate | counterargument | challenge idea | criticise idea | criticize plan: devils advocate, debate, critical thinking, multi perspective, red team, critique, adversarial review, six hats
debate | discuss agents | vote agents | agents agree: debate, agents debate, consensus, llm council, deliberation, majority vote
first principles | mental model | thinking methods: mental models, first principles, clear thought, thinking frameworks, decision framework
bias / blind spots / wrong assumptions / assumption: cognitive bias, assumption, critical thinking, bias detection, fallacy
logic / prove / theorem / formal proof / prove theorem / verify proof: theorem prover, lean prover, formal verification, z3, coq, isabelle, prolog, proof assistant, logic solver, lean4, smt, formal proof
math | calculate | arithmetic | sum numbers: calculator, math, wolfram, arithmetic, sympy, mathematics, wolfram alpha, mathjs, math evaluation, math expression
equation / solve equation / algebra / solve integral / calculus / symbolic math: sympy, equation solver, symbolic math, wolfram, wolfram alpha, algebra, computer algebra, calculus, mathematica, sagemath
inches cm / miles km / convert units / celsius fahrenheit / fahrenheit / miles / unit conversion / kilograms: unit converter, unit conversion, measurement converter
odds: statistical analysis, betting odds, bayesian, sports betting, monte carlo, odds api, probability, sportsbook, scipy, bookmaker, pymc
statistics: statistical analysis, bayesian, scipy, monte carlo, hypothesis testing, probability, regression, r language, pymc, statsmodels, descriptive statistics
probability | bayesian | odds calculate: statistical analysis, bayesian, monte carlo, probability, scipy, pymc
best combination: solver, constraint solver, linear programming, ortools, minizinc, optimization solver, pulp, genetic algorithm, gurobi, constraint programming, timefold
optimise | optimize | cheapest route | solver: solver, linear programming, ortools, constraint solver, minizinc, genetic algorithm
forecast | predict future | happen next | trend future | predict sales | estimate future: forecasting, time series, prophet forecasting, predictive model, timegpt
estimate | long take | guess effort: estimation, effort estimation, story points, planning poker
root cause | find reason | fix bug | find cause | something broken | keeps failing | troubleshoot: root cause, debugging, five whys, troubleshooting, systematic debugging, rca, bug fix, incident analysis
scenario | simulate outcome: scenario analysis, scenario planning, monte carlo
business plan | business idea | startup idea | validate idea | business model: business strategy, business plan, idea validation, swot, lean canvas, business model, market validation
swot | strengths weaknesses | risk analysis | risks project: swot, risk assessment, risk analysis, premortem, risk management
okr: goal tracking, performance review, goal setting, 15five, habit tracker
goal | reach goal | sales targets: goal tracking, okr, goal setting, habit tracker
random / random number / dice / roll dice / pick random / random value / coin flip: random number, dice, randomizer, random generator, rng, uuid, dice roller, coin flip
tarot / horoscope / fortune teller / astrology / zodiac: tarot, astrology, horoscope, iching, natal chart, bazi, zodiac, birth chart, numerology
grill plan | question plan | review plan | plan good: plan review, grill, critique, design review, adversarial review
really done | claims done | says finished: completion check, quality gate, done definition, verifier
rubber duck | think loud: rubber duck, thinking partner, socratic, sequential thinking
simplify | overengineered: simplify, simplification, yagni, refactor, code simplifier

# Source code
code search: code examples, codebase indexing, github search, ripgrep, code snippets, semantic code, grep app, sourcegraph, context7, code index, code graph
find code examples | example code | others code | example usage library | sample code: code search, code examples, github search, code snippets, grep app, context7, sourcegraph
desktop apps: desktop automation, electron app, desktop commander, tauri, computer use, macos, qt, applescript, wpf, gtk
explain code | learn codebase | unfamiliar code | understand code: code explanation, codebase analysis, explain code, code understanding, code analysis, repo map, deepwiki, codebase qa, code documentation, repomix
function defined | definition symbol | jump definition | find references | function used: language server, lsp, code navigation, symbol search, serena, ctags, tree sitter, call graph
codebase graph | code relationship | dependency file | code structure | architecture codebase: code graph, knowledge graph, dependency graph, call graph, ast, tree sitter, codebase map, code analysis
repository prompt | pack repository | codebase one file | repo text | code context: repomix, gitingest, code2prompt, repo context, codebase context, repo packer
syntax tree | parse code | parse source: ast, tree sitter, abstract syntax, ast grep
codebase: repository, source code, code analysis, codebase index
source code: github, code analysis
count line code | lines code | size codebase: cloc, scc, tokei, code metrics, code statistics
code complexity | complicated function | maintainability code: cyclomatic complexity, code metrics, code quality, lizard, sonarqube, codescene, technical debt
technical debt | tech debt | messy code | ugly code | spaghetti code | clean code: refactoring, code quality, code smell, technical debt, sonarqube, clean code, code cleanup
unused code | dead code | code nobody uses | unused import | unused function | unused export: dead code, knip, vulture, unused dependencies, unused exports, ts prune, tree shaking
duplicate code | copied code | repeated code | copy paste code: code duplication, jscpd, duplicate detection, clone detection
translate code | convert code language | port code | rewrite another language | code another language: code migration, transpiler, code translation, code conversion
legacy code | old code | modernize code | cobol: legacy modernization, code migration, legacy code, refactoring, mainframe, cobol
upgrade framework | migrate framework | migrate version | new major version | breaking change: migration guide, codemod, upgrade guide, openrewrite, breaking changes, framework migration, jscodeshift
compare code | difference file | compare two file | diff: diff, file comparison, code diff, difftastic, text compare
apply patch | edit file code | change many files | replace across file | bulk edit code: find replace, multi edit, codemod, ast grep, comby, search replace, file edit
reverse engineer | decompile | disassemble | look inside binary | understand binary: ghidra, ida pro, decompiler, radare2, reverse engineering, disassembler, binary ninja, jadx, binary analysis
obfuscated code | deobfuscate | minified code | unreadable javascript: deobfuscator, beautifier, unminify, source map, obfuscation
minify | smaller javascript | bundle size | reduce bundle: minifier, bundler, esbuild, terser, webpack, bundle analyzer, rollup, tree shaking
bundle javascript | bundler | build javascript: webpack, vite, rollup, esbuild, turbopack, rspack
monorepo | many packages repo | workspace packages: nx, turborepo, lerna, pnpm workspace, monorepo, bazel, rushjs
compile | build fails | compile error: compiler, build tool, gcc, llvm, clang, cmake, build error, webassembly
wasm | run binary browser: webassembly, wasm, wasi, emscripten
online compiler | run code | try code safely | run untrusted code: code execution, code interpreter, sandbox, e2b, code runner, jupyter, judge0, repl
run javascript | execute javascript | javascript sandbox: javascript execution, node sandbox, code runner, deno, quickjs, v8 isolate
unclear name | better variable name: naming convention, code style, clean code
design pattern | software architecture | architecture advice | structure project: design patterns, software architecture, clean architecture, ddd, architecture review, solid principles
big system design | scale system | design large system: system design, software architecture, scalability, architecture diagram
microservice | split monolith | distributed system: microservices, distributed systems, service mesh, event driven, ddd
tutorial code | onboarding codebase | teach codebase: code tutorial, codebase onboarding, deepwiki, code walkthrough, documentation generator
vscode | visual studio code | editor extension | ide plugin: vscode, vs code, ide, editor extension, cursor, jetbrains
autocomplete code | code completion: code completion, copilot, autocomplete, tabnine, language server
prototype quickly | vibe coding | app description | app prompt: app builder, vibe coding, lovable, bolt new, v0, replit, prototyping
config file | configuration wrong | settings format: config parser, configuration validation, yaml, toml, schema validation
electron app | tauri: electron app, tauri, desktop app, qt, wpf, gtk
build terminal tool | build cli: cli framework, cli builder, typer, argparse, oclif
text user interface | tui: tui, textual, ratatui, terminal ui, bubbletea
desktop program | cross platform desktop: electron app, tauri, desktop app, qt

# Code quality
js | javascript: javascript, nodejs, typescript, npm
ts | typescript: typescript, tsc, ts, type definitions, type checker
py | python: python, py, uv, pip, pypi, django
refactor | restructure code | improve code | tidy code | cleaner code: refactoring, code cleanup, code quality, code simplifier, codemod, code improvement
rename variable | rename symbol | rename function: refactoring, lsp, rename symbol, language server, code refactoring
code review | check code | critique code | second opinion code: code review, pr review, pull request, coderabbit, static analysis, sonarqube
code quality | bad practice | best practice code | code standard: linter, code quality, static analysis, coding standards, sonarqube, code review, eslint, style guide
lint | linter | style error | syntax check: eslint, linter, ruff, pylint, stylelint, golangci, rubocop, static analysis
python lint | python style | pep8: ruff, flake8, pylint, black formatter, pycodestyle
javascript lint | typescript lint: eslint, oxlint, prettier
format code | prettify code | indent code | beautify code: prettier, formatter, code formatter, black formatter, beautifier, clang format, gofmt, dprint
static analysis | bug without running | find bug code | spot mistake code: static analysis, sonarqube, semgrep, codeql, linter, bug detection, code analyzer
type error | type check | type safety | wrong type | typing python: typescript, type checker, mypy, pyright, tsc, type checking, type inference, pyrefly
type definition | generate type | types json: type generation, quicktype, typescript types, codegen, json schema
golang | go language: golang, gopls
java: jvm, maven, gradle, spring boot, kotlin
c# | csharp | dotnet: dotnet, c#, nuget, roslyn, csharp, asp net
c++ | cpp: c++, cpp, clang, cmake, conan
php: laravel, symfony, phpstan
ruby: ruby rails, rubygems, rubocop, bundler
react: jsx, nextjs, react component, react hooks
css | style page | stylesheet: css, tailwind, stylesheet, sass, postcss, stylelint
commit check | pre commit: pre commit, git hooks, husky, lefthook, lint staged

# Documentation of code and libraries
library documentation | latest docs: context7, documentation search, library docs, docs mcp, api documentation, api reference, devdocs, docs fetch, deepwiki, package docs, ref tools
current docs | api docs | outdated docs: context7, documentation search, docs mcp, library docs, api documentation, devdocs, deepwiki, ref tools
stack overflow | programming question | stackoverflow | developer question: stackoverflow, stack overflow, stackexchange, stack exchange, developer documentation, programming qa
date docs | official docs | docs package | current documentation | api outdated: context7, library docs, documentation search, docs mcp, api reference, docs fetch, package docs, devdocs
hallucinated api | invents function | outdated library | deprecated api: context7, library docs, version docs, api reference, documentation
documentation site | docs website | publish docs | manual website: mkdocs, docusaurus, vitepress, mintlify, gitbook, static site, readthedocs, starlight, sphinx
api documentation | describe endpoint: openapi, swagger, api docs, redoc, api reference, postman, mintlify
version number | bump version | semantic version: semver, semantic release, version bump, changesets, release please
release software | publish release | ship version: release automation, semantic release, goreleaser, github releases, changesets, release management
explain line | code readable: code comments, code explanation, docstring, documentation

# Packages and dependencies
update dependency | outdated package | upgrade package | update library | dependencies old | bump dependency: dependabot, renovate, dependency update, npm check, package version, dependency upgrade
latest version package | newest version | version library | current version package: package version, npm registry, pypi, version check, package registry, dependency version
find library | find package | search npm | pick package: npm search, package search, npm registry, pypi, libraries io, package registry
npm | node package: npm, package registry, node modules, pnpm, yarn
pip | pypi | python package: pypi, pip, uv, poetry, python package, conda
install package | package manager | install software | install program: package manager, homebrew, apt, winget, chocolatey, npm, pip, nix
homebrew | brew install: homebrew, brew, package manager
python environment | virtual environment | venv | python version: virtualenv, uv, conda, poetry, pyenv, venv
node version | switch node: nvm, fnm, volta, node version, asdf, mise
dependency conflict | version conflict | dependency hell | incompatible package: dependency resolution, dependency graph, lockfile, package manager, dependency analysis
dependency vulnerability | vulnerable package | insecure dependency | safe package | malicious package | supply chain: snyk, npm audit, osv, dependency scanning, software composition, supply chain, trivy, sbom, vulnerability scanner
bill materials | sbom | list components: sbom, cyclonedx, spdx, syft, software composition
open source license | license compatible | license check: license checker, license compliance, spdx, fossa, license scanner, scancode
reproducible environment | works machine | dev environment | setup machine development: nix, devcontainer, dev container, docker, devbox, vagrant, dotfiles, codespaces, mise

# Git and pull requests
pr | pull request | merge request: pull request, code review, pr review, merge request, github pr, github, gitlab, bitbucket
repo | repository: github, repository, git, gitlab, bitbucket
git | version control: git, github, gitlab, version control, bitbucket
github: octokit, gh cli, pull request, github actions
gitea / self hosted git / forgejo / codeberg: gitea, forgejo, gogs, git server
svn / subversion / perforce / mercurial: svn, subversion, perforce, mercurial, version control
changed line | blame line | wrote line | author code: git blame, git history, git log, code authorship
code history | earlier version file | previous version file: git log, git history, version history, file history, git blame
undo change | revert change | go back version | restore earlier version | rollback code: git revert, checkpoint, rollback, version control, git reset
commit message | describe change | write commit: commit message, conventional commits, git commit, commitizen, aicommits, commitlint
commit change: git commit, git, conventional commits, version control
branch | git branch | switch branch: git branch, git workflow, git worktree, branch management
worktree | parallel branch | several agents repo: git worktree, worktrees, parallel agents, parallel development, worktree manager
merge conflict | resolve conflict | rebase conflict: merge conflict, conflict resolution, git merge, git rebase, mergetool
review pull request | review pr | review merge request | approve pr: pr review, code review, pull request, coderabbit, pr agent, github pr
open pull request | submit change | create pr | propose change: pull request, create pr, github, gh cli, pr description
pr description | describe pull request | summarize pr: pr description, pr summary, pull request, pr template
answer review comment | reviewer comments | address feedback pr: pr comments, review comments, pull request, code review
bug tracker | issue tracker | track bug: issue tracker, jira, linear app, github issues, bugzilla, redmine, youtrack, mantisbt
triage issue | sort bug reports | label issue: issue triage, github issues, issue labeling, linear app, triage
squash | rewrite history | interactive rebase | clean commits: git rebase, git history, interactive rebase, stacked commits
stacked pr | stacked diff | dependent pull request: stacked prs, git spice, stacked diffs
large file git | git lfs | repo big: git lfs, repo size, bfg, git filter
clone repository | download repository | get repo: git clone, github, gitingest
github star | trending repository | popular project | popular repo: github trending, trending repositories, github stars, star history, awesome list
contributor statistics | team activity code | developer productivity: git analytics, contributor stats, dora metrics, engineering metrics, git statistics, commit activity
open source contribution | good first issue | contribute project: good first, open source, github issues, contribution guide
last touched file | introduced bug | bug appeared | bisect: git bisect, git blame, git history, git log, regression

# Tests
write test | generate test | unit test | add tests | missing test: unit test, test generation, pytest, jest, vitest, tdd, junit
run test | execute test | test suite | tests pass: test runner, pytest, jest, vitest, test execution, mocha, junit, playwright
failing test | broken test | tests red: test failure, debugging, test runner, fix tests, test debugging
flaky test | test sometimes fails | unstable test | intermittent test: flaky tests, test retry, test stability, test reliability, playwright
test first | test driven | tdd: tdd, test driven, red green, unit test
test coverage | untested code | much tested | code coverage: codecov, test coverage, coveralls, code coverage
mutation testing | good tests | weak tests: mutation testing, stryker, mutmut, test quality, pitest
mobile test | test phone app | test android app | test ios app: appium, maestro, detox, espresso, ios simulator, mobile testing, mobile automation, xcuitest
api test | test endpoint | test rest | check api works: postman, api testing, newman, bruno, httpie, insomnia, rest client, contract testing
load test | stress test | many users | handle traffic | performance test: load testing, k6, jmeter, locust, gatling, stress testing, artillery, performance testing, benchmark
cross browser | different browsers | works safari: browserstack, saucelabs, lambdatest, cross browser, playwright
test data | fake data | dummy data | sample data | mock data | placeholder data | example data: faker, mock data, synthetic data, test data, data generator, fixtures, seed data, mockaroo
fuzz | random input crash: fuzzing, fuzzer, afl, property testing, libfuzzer
property based | invariant test: property testing, hypothesis, quickcheck, fast check
behaviour test | behavior test | cucumber | gherkin: cucumber, bdd, gherkin, specflow
test plan | test case management | qa plan | manual testing | exploratory test: test plan, testrail, test cases, zephyr, qa, quality assurance
qa | quality assurance: qa, quality assurance, test automation, playwright
colour contrast | color contrast | readable colors: contrast checker, wcag, color contrast

# Debugging and performance
debug / debugger / step code / breakpoint / program crash / find bug / bug: debugger, debugging, issue tracker, breakpoint, bug report, root cause, error tracking, gdb, bug fix, lldb, dap, debug adapter
stack trace | traceback | exception | error message: stack trace, sentry, error tracking, exception tracking, debugging, traceback, error analysis
crash report | app crash | crash phone app: crash reporting, crashlytics, sentry, bugsnag, crash dump, windbg
error tracking | production error | errors users see | exception monitoring: sentry, error tracking, bugsnag, rollbar, error monitoring, glitchtip, honeybadger, raygun
memory leak | much memory: memory profiler, heap snapshot, memory leak, valgrind, heap dump, profiling
performance problem | slow code | slow program | make faster | speed code | bottleneck: profiler, performance optimization, flamegraph, benchmark, performance analysis, py spy, pprof
cpu usage | high cpu | computer slow | system resources | ram usage: system monitor, htop, cpu usage, resource monitor, system metrics, process monitor, system info, glances, psutil
benchmark | measure speed: benchmark, hyperfine, performance testing
network traffic | packet | sniff network | capture traffic: wireshark, tshark, packet capture, pcap, mitmproxy, tcpdump, http proxy, burp, charles proxy, packet analysis
race condition | deadlock | concurrency bug: concurrency, deadlock, race detector, thread sanitizer, thread dump
distributed trace | trace request | follow request services: opentelemetry, jaeger, distributed tracing, zipkin, tempo, datadog, honeycomb
memory error | memory exhausted | oom: memory profiler, memory leak, oom, heap dump, memory usage
broken code | code fails | script working | program working: debugging, code fix, error analysis, troubleshooting, root cause
error | crash | fails: debugging, error tracking, stack trace, sentry, error handling, bugsnag
ebpf / system call / strace: ebpf, strace, bpftrace, dtrace, perf
app slow | app freezes | program freezes: profiler, debugging, performance analysis, thread dump, deadlock
broke production | production broken | site broken: rollback, incident response, error tracking, sentry

# Logs, monitoring and alerts
monitor server | server health | watch server: prometheus, grafana, datadog, zabbix, nagios, observability, new relic, server monitoring, netdata
observe: monitoring, opentelemetry, alert, prometheus, grafana, datadog, new relic, dynatrace, honeycomb, telemetry, signoz
telemetry | metrics: observability, opentelemetry, prometheus, grafana, datadog, new relic, dynatrace, honeycomb, telemetry, signoz
splunk | siem log: splunk, siem, log analysis, elastic
apm | application performance: apm, new relic, datadog, dynatrace, application monitoring, appdynamics
status page | service outage | outage: status page, statuspage, downdetector, outage, service status
incident | emergency production | postmortem: pagerduty, opsgenie, incident management, incident response, oncall, postmortem, incident io, runbook
notify problem | threshold alert: alerting, alertmanager, pagerduty, price alert
certificate expires | ssl expiry | domain expires | tls certificate | https certificate: ssl certificate, tls, certificate monitoring, letsencrypt, ssl checker, certbot, domain expiry, x509, acme
heartbeat | cron job failed | scheduled job missed: healthchecks, cron monitoring, cronitor, heartbeat
much tokens | api spend model: token usage, ccusage, token counter, cost tracking, usage tracking, llm cost, helicone, langfuse
trace agent | agent observability | log agent: langfuse, langsmith, agent observability, llm observability, opentelemetry, arize phoenix, agent traces
monitor server status | monitor service | monitor infrastructure | monitor application: prometheus, grafana, datadog, uptime kuma, zabbix, observability
alert: alertmanager, pagerduty
wake engineer | page engineer | escalation: pagerduty, opsgenie, oncall, incident management, escalation
error log | log entries | log message: log analysis, loki, log viewer, elasticsearch, splunk, cloudwatch, kibana
service unavailable | 500 error | internal server error | bad gateway: error tracking, log analysis, sentry, uptime, http status, apm
server slow | server overloaded | much load: server monitoring, apm, load balancer, autoscaling, performance analysis

# Deployment and hosting
ci | ci cd | continuous integration | build pipeline | build server | automatic build: ci, github actions, cicd, continuous integration, jenkins, gitlab ci, circleci, buildkite, teamcity, ci pipeline, travis
pipeline failed | ci broken | ci red: github actions, ci logs, jenkins, circleci, build logs, ci failure, ci pipeline, workflow runs
deploy | go live | ship app | publish app | release production | put live | release app: deployment, vercel, netlify, heroku, ci cd, railway, docker, cloudflare, coolify
self host | homelab | selfhosted: self hosted, docker compose, selfhosted, coolify, docker, homelab, proxmox, onprem, portainer, unraid, truenas, dokploy
rollback deployment | deployment went wrong | undo release: rollback, argo rollouts, deployment, canary, blue green
feature flag | feature toggle | gradual rollout | enable feature users: feature flags, launchdarkly, unleash, feature toggle, flagsmith, growthbook, statsig, posthog, configcat
ab test | split test | version converts | experiment variants: ab testing, growthbook, statsig, vwo, posthog, split testing
preview deployment | preview environment: preview deployment, staging environment, vercel, ephemeral environment
app store | publish ios app | app review apple | testflight: app store, appstore connect, testflight, fastlane, asc
google play | play store | publish android app: google play, play store, play console, fastlane, android publisher
static site | blog generator | site markdown: hugo, jekyll, astro, eleventy, static site, gatsby, hexo
staging environment | test environment | copy production: staging environment, preview deployment, ephemeral environment
zero downtime | deployment strategy | canary: blue green, canary, argo rollouts, rolling update, zero downtime

# Containers, clouds and networks
k8s | kubernetes | kubectl: kubernetes, k8s, kubectl, helm, k3s, openshift, cluster management, rancher, eks, gke
docker | container image | containerize: docker, docker container, podman, docker compose, dockerfile, portainer, containerd
dockerfile | build image container | smaller docker image: dockerfile, docker build, buildkit, hadolint, container image, docker image
container registry | docker hub | push image: docker hub, container registry, ecr, ghcr
several containers: docker compose, podman, portainer
pod crash | pods failing | kubernetes troubleshooting | crashloop: k8sgpt, kubectl, kubernetes diagnostics, kubernetes, pod logs, crashloopbackoff
gitops / argo: argocd, gitops, argo workflows
service mesh | istio: istio, service mesh, linkerd, envoy, consul
cloud | cloud provider | cloud resources: aws, azure, gcp, google cloud, cloudflare, digitalocean, hetzner, cloud infrastructure
aws | amazon cloud | amazon web services: aws, amazon, ec2, s3, lambda, cloudformation, cdk, boto3, bedrock
azure | microsoft cloud: azure, microsoft azure, bicep, entra, aks, azure cli
gcp | google cloud: gcp, google cloud, gcloud, cloud run, bigquery, firebase
digitalocean / droplet / hetzner / vps / linode / rent server / cheap server: digitalocean, hetzner, vps, linode, vultr, droplet, ovh, contabo
cloud bill | cloud cost | aws bill | spend cloud | cloud expensive: cost explorer, finops, cloud cost, aws cost, infracost, billing, kubecost, cost optimization
serverless | lambda | cloud function | function without server: serverless, lambda, cloud functions, cloudflare workers, aws lambda, vercel functions, edge functions, sst, openfaas
infrastructure code | terraform | provision infrastructure | define infrastructure: terraform, pulumi, infrastructure code, opentofu, cloudformation, cdk, iac, terragrunt, crossplane, ansible
ansible | configure servers | configuration management | many servers: ansible, puppet, saltstack, playbook, configuration management
virtual machine | vm | hypervisor: virtual machine, vm, virtualbox, vmware, proxmox, qemu, hyper v, vsphere, libvirt, multipass
load balancer | reverse proxy | nginx | web server: nginx, caddy, traefik, haproxy, reverse proxy, load balancer, apache
cdn | cache website | edge cache: cdn, cloudflare, akamai, cloudfront, bunny cdn
expose localhost | tunnel | share local server | public url local: ngrok, tunnel, cloudflared, localtunnel, tailscale, port forwarding, reverse tunnel
firewall / wifi / home network: unifi network, opnsense, pfsense, firewall, mikrotik, openwrt, wifi, network management, fritzbox
network device | switch configuration | cisco: cisco, netmiko, network automation, netbox, junos, snmp, arista, meraki
scan network | open ports: nmap, port scanner, network scanner, masscan, port scan, shodan
port use | kill port | process port: kill port, port manager, lsof, process manager
internet speed | speed test | bandwidth: speedtest, speed test, bandwidth, network diagnostics, iperf
network problem / connection problem / traceroute / latency: traceroute, network diagnostics, network troubleshooting, mtr, globalping
disaster recovery | server died: disaster recovery, backup, failover
ssl | https: ssl, tls, letsencrypt, certbot
cluster kubernetes | container orchestration: kubernetes, k8s, cluster management, docker swarm, openshift
docker compose | container logs | container keeps restarting: docker, docker compose, container logs, portainer, container management
autoscale | scale server automatically: autoscaling, kubernetes, keda, load balancer, serverless
wifi router | home router | router settings: openwrt, unifi network, mikrotik, fritzbox, opnsense
open firewall | block ip | ban ip: firewall, fail2ban, ufw, iptables, crowdsec, waf
ddos / attack website / waf: waf, ddos, cloudflare, modsecurity, crowdsec

# Command line and computers
program mac | mac | macos | apple computer | mac computer | control mac | automate mac: macos, applescript, osascript, apple shortcuts, mac automation, swift, jxa
windows pc | windows | microsoft windows: powershell, win32, winget, windows automation
linux / ubuntu / debian: ubuntu, linux, bash, systemd, debian, linux administration
powershell / windows command / cmd: powershell, command execution, cmd, wsl
windows computer | control windows | automate windows: windows automation, powershell, win32, windows control, ui automation, autohotkey, pywinauto
remember command | forgot command: tldr, cheat sheet, shell history, command suggestion, man pages, thefuck, cheatsheet
keep command running | long running command | background process | dev server running | run background: background process, tmux, process manager, pm2, long running, daemon
tmux | terminal multiplexer | several terminals: tmux, zellij, terminal multiplexer, terminal session
hanging program: process manager, profiler, htop, debugging, kill process, performance analysis, system monitor, thread dump, pm2, deadlock, task manager, task killer
kill process | running programs | task manager | hanging process | running processes | stop program: process manager, htop, kill process, system monitor, pm2, task manager, task killer
remote server | ssh | log server | remote machine | remote command: ssh, remote execution, sftp, remote server, remote shell, putty, ssh manager, paramiko
remote desktop / control another computer / see remote screen / rdp / vnc / remote computer / another computer / control pc: remote desktop, vnc, ssh, rdp, anydesk, rustdesk, teamviewer, remote control, computer use, guacamole
cron | schedule job | run periodically | recurring task | scheduled task: cron, scheduler, scheduled tasks, cron job, crontab, celery, systemd timer
environment variable | dotenv | config variables: dotenv, environment variables, env, env file, direnv, doppler
dotfiles | shell config | new computer setup | terminal prompt: dotfiles, chezmoi, stow, starship, zsh
bash script | shell script | script check: shellcheck, bash scripting, shell script, shfmt
system info | computer specs | hardware info: system information, hardware info, system info, neofetch, hwinfo
service starting | systemd | restart service: systemd, systemctl, journalctl, service management
serial port | usb device | com port | uart: serial port, uart, usb, minicom
dangerous command | delete accident | safe commands agent: guardrails, command filter, permission hooks, safety hooks, sandbox, command blocker, dcg, allowlist

# Databases
db | database: database, postgres, mysql, sqlite, mongodb, supabase, sql, database mcp
sql | query database | write sql | sql statement | db query | read database | connect database: postgres, sql query, text sql, mysql, sqlite, database query, dbhub, database client, sql generator, mssql, toolbox databases
talk database | database plain english | query natural language: text sql, natural language, sql query, database mcp, postgres, sqlite, mysql, nl2sql, dbhub
postgres | postgresql | psql: postgres, postgresql, neon postgres, supabase, pgvector, psql, timescale
mysql / mariadb: mysql, mariadb, planetscale, tidb, percona
sqlite | local database | small database | database file: sqlite, duckdb, libsql, turso, sqlite database
sql server | mssql | microsoft database: mssql, sql server, tsql, azure sql
oracle database | oracle sql: oracle, plsql, oracle database, sqlcl
mongodb | mongo | document database | nosql: mongodb, nosql, mongo, couchdb, dynamodb, firestore, couchbase, mongoose
firebase | firestore: firebase, firestore, realtime database
supabase | backend service | ready made backend: supabase, firebase, appwrite, pocketbase, convex, nhost, backend service
redis / cache / memory store: redis, valkey, memcached, key value, upstash, caching
graph database | neo4j | relationships data | connected data: neo4j, graph database, cypher, memgraph, arangodb, falkordb, knowledge graph, neptune, kuzu, sparql
sparql | linked data | rdf | ontology: sparql, rdf, linked data, wikidata, ontology, triplestore, owl ontology
time series | sensor history | influx: influxdb, timescale, time series, questdb, prometheus, victoriametrics, tdengine, iotdb
data warehouse / big data / snowflake / bigquery / analytics database: snowflake, bigquery, redshift, clickhouse, databricks, data warehouse, trino, duckdb, motherduck
databricks / spark / lakehouse: databricks, spark, pyspark, delta lake, unity catalog, iceberg
slow query | sql slow | optimize query | database slow: explain analyze, query optimizer, index advisor, query performance, pganalyze, query tuning, slow query, database performance
database index | missing index: index advisor, index tuning, query optimizer, database performance, hypopg
schema | table structure | database design | design tables | data model: database schema, schema design, schema inspection, erd, entity relationship, dbml, data modeling, prisma
er diagram | draw database | database diagram: erd, entity relationship, dbml, schema diagram, mermaid, dbdiagram
database migration | change schema | alter table | add column: schema migration, flyway, liquibase, alembic, prisma migrate, database migration
orm | map objects tables: orm, prisma, sqlalchemy, typeorm, sequelize, hibernate, django orm, activerecord
move data database | copy database | sync database | replicate data: etl, data migration, replication, airbyte, cdc, debezium, database sync, pgloader
etl | data pipeline | load data warehouse: etl, airbyte, dbt, airflow, dagster, data pipeline, fivetran, prefect, dlt, elt
airflow | orchestrate job | dag: airflow, dagster, prefect, workflow orchestration, dag, temporal workflow
workflow durable | retry step | long running workflow: temporal workflow, durable execution, inngest, workflow engine, restate, step functions, trigger dev
queue | message broker | job queue | background job | event stream: rabbitmq, kafka, message queue, bullmq, sqs, nats, celery, pubsub, sidekiq, pulsar
kafka: confluent, redpanda, event streaming, schema registry
mqtt | message device: mqtt, mosquitto, emqx, iot, hivemq
data lineage | data catalog | data comes | find dataset company: data catalog, data lineage, datahub, openmetadata, amundsen, collibra, data governance
database gui | look tables | browse database: dbeaver, database client, adminer, pgadmin, database browser, datagrip, tableplus, prisma studio
generate id | unique id | uuid | random id: uuid, ulid, nanoid, id generator, snowflake id
database unreachable | database health | locks database: database monitoring, pg stat, dba, database health, connection pool, percona
database backup | dump database | restore database: database backup, pg dump, mysqldump, pitr
seed database | fill database: seed data, faker, fixtures, database seeding
safe database access | agent database safely: readonly, database mcp, dbhub, sql guard, postgres
access database | ms access | old database file: access database, mdb, odbc, jdbc, dbase

# Data formats
validate json | json schema: json schema, ajv, schema validation, zod, pydantic, json validator
repair json | broken json | invalid json: json repair, json fixer, jsonrepair, json parser
toml / ini / config format: toml, ini, config parser, yaml
convert format | convert data: data conversion, format converter, file converter, data transformation, pandoc, csv json
structured data text | extract fields: structured extraction, data extraction, entity extraction, structured output, langextract, information extraction
base64: encoder, decoder, url encode, cyberchef, hex
hex | binary file: hex editor, hexdump, binary parser, hex viewer, kaitai
protobuf / grpc: protobuf, grpc, protocol buffers, grpcurl
html: html parser, dom, beautifulsoup, html converter, cheerio
encode text | decode text | decode string | encode url: base64, url encode, cyberchef, encoder, decoder
log parser | parse text file | extract log: log parser, grok, regex, text extraction

# Data analysis and charts
dataframe | pandas: pandas, dataframe, polars, duckdb, data analysis
graph data | visualise data | draw chart | pie chart: data visualization, plotly, echarts, matplotlib, vega lite, antv, quickchart, d3
business intelligence | bi | management report: power bi, tableau, metabase, looker, apache superset, business intelligence, qlik, analytics, redash
statistical test | correlation | linear regression: statistical analysis, scipy, hypothesis testing, regression, r language, statsmodels, descriptive statistics
spss / stata / r language / rstats / rstudio: stata, rstudio, spss, r language, econometrics
causal | cause effect | real cause: causal inference, causal analysis, causal discovery, dowhy
experiment tracking | training run | compare runs: mlflow, wandb, experiment tracking, weights biases, neptune, tensorboard
notebook | jupyter | ipynb | colab: jupyter, notebook, ipynb, jupyterlab, colab, marimo, ipykernel
streamlit | quick app data | python web app: streamlit, gradio
group similar | topic model | cluster | belong together: clustering, topic modeling, categorization, bertopic, embeddings, kmeans, umap
product analytics | user behaviour | user behavior | funnel | retention users: posthog, mixpanel, amplitude, product analytics, funnel analysis, pendo
session recording | heatmap | watch users click: session replay, heatmap, hotjar, fullstory, logrocket, posthog
simulation / model scenario / imitate / mimic / fake: monte carlo, simulator, agent based, emulator, faker, scenario analysis, mocking, simulink, digital twin
plot data / plot numbers / line graph / histogram / scatter: chart, plotly, matplotlib, data visualization, echarts, vega lite
sales forecast | forecast revenue | forecast demand | forecast numbers: forecasting, time series, demand forecasting
statistical significance | standard deviation | average numbers: scipy, regression, statistical analysis, descriptive statistics
cluster data | cluster text | cluster documents: clustering, topic modeling, embeddings, kmeans, bertopic
numbers meaning | sales dropped | explain metrics | number changed: root cause, data analysis, analytics, business intelligence, key drivers
graph: knowledge graph, graph database, data visualization, plotly
sankey / treemap / network graph / graph visualization: graph visualization, sankey, cytoscape, gephi, d3, networkx, treemap
geographic chart | choropleth | data map: choropleth, kepler, map visualization, mapbox, folium, deckgl
live data | real time data | stream data: streaming data, kafka, realtime, websocket, flink
linear fit | curve fit: regression, scipy, curve fitting

# APIs and integrations
postman / insomnia / bruno: postman, insomnia, bruno, api client, api testing, hoppscotch
openapi | swagger | api specification: openapi, swagger, api specification, api docs, openapi mcp
design api | good rest: api design, openapi, rest api, api guidelines, spectral, swagger
generate client | api client code | sdk: sdk generator, openapi generator, api client, codegen, speakeasy, sdk
graphql: apollo graphql, hasura, graphql schema, graphql introspection
mock api | fake api | api ready | stub server | simulate api: mock server, api mocking, msw, wiremock, mockoon, json server, stub
free api | public api list: public apis, api directory, rapidapi, api catalog, apis guru
api gateway | route api: api gateway, kong, apisix, tyk, reverse proxy
workflow automation | code automation: n8n, zapier, workflow automation, make com, activepieces, node red, pipedream, ifttt, automation platform, power automate
web framework | backend framework | make backend | build api server: fastapi, expressjs, django, flask, nestjs, spring boot, backend framework, ruby rails, laravel, hono
ecommerce api | sap | erp: sap, erp, odoo, netsuite, dynamics 365, erpnext
internal tool | admin panel | app without coding | build app without: low code, nocode, retool, appsmith, bubble io, budibase, tooljet, internal tools, lovable
http status | check headers | response code: http status, http headers, curl, security headers, http client

# Security and privacy
security check code | secure code | code safe | security review | security bug | audit code: security audit, sast, semgrep, codeql, snyk, vulnerability scanner, security review, code security, security scanning
vulnerability | security hole | weak spot | exploit | security flaw: vulnerability scanner, cve, vulnerability, snyk, trivy, nvd, security scanning, exploit, nessus, osv
cve | known vulnerability: cve, nvd, vulnerability database, epss, osv, kev
hack | pentest | penetration test | attack site | ethical hacking | red team: pentest, penetration testing, metasploit, kali, burp suite, nmap, offensive security, red team, nuclei, bug bounty
bug bounty | hackerone: bug bounty, hackerone, bugcrowd, recon, vulnerability research
sql injection | xss | web vulnerability | test website security: owasp, zap, sqlmap, burp suite, nuclei, web security, dast, xss, sql injection
subdomain | recon | attack surface: subdomain enumeration, recon, amass, subfinder, attack surface, shodan, osint, censys
internet connected devices | exposed server | shodan: shodan, censys, fofa, exposed services, zoomeye
password leaked: secret scanning, haveibeenpwned, gitleaks, hibp, trufflehog, data breach, secret detection, breach check, ggshield, breach monitoring, dark web, gitguardian
leaked secret | api key code | secrets code | password repo | credential leak code | leaked key | key git: secret scanning, gitleaks, trufflehog, secret detection, ggshield, haveibeenpwned, gitguardian, leak detection
store secret | api key safe | keep api key | manage secret | secret agent key: secrets management, doppler, infisical, 1password, keychain, hashicorp vault, credential vault, sops
secret | api key | keys safe | keep secret: secrets management, secret scanning, hashicorp vault, doppler, dotenv, infisical, keychain
credential | password | login details | password manager | passwords safe: secrets management, password manager, 1password, bitwarden, keychain, keepass, password generator, hashicorp vault, lastpass, credentials, vaultwarden, proton pass
strong password | generate password | new password: password generator, passphrase, password strength, random password
password stolen | data breach | email leaked: haveibeenpwned, hibp, data breach, breach check, breach monitoring, dark web
authenticate: totp, 2fa, oauth, otp, auth0, two factor, login, mfa, clerk, auth, one time
two factor | 2fa | one time code | mfa: totp, 2fa, otp, two factor, mfa, authenticator, one time
login | user accounts | register users: authentication, oauth, auth0, login, clerk, auth, sso, keycloak, better auth, supabase auth, jwt
single sign | sso | saml | company login: sso, saml, oidc, okta, keycloak, entra, identity provider, workos, ldap
oauth | login google: oauth, oauth2, oidc, pkce, openid
jwt | access token | decode token: jwt, json web, token decoder, oauth
active directory | ldap | directory users | user management company: active directory, ldap, entra, okta, azure ad, identity management, jumpcloud
permission | access control | role access | allowed see | allow | access rights: rbac, access control, openfga, acl, policy engine, iam, opa
encrypt / decrypt / protect file password / cipher / secret message / scramble / unreadable others: encryption, gpg, pgp, aes, openssl, age encryption, cryptography, decrypt, libsodium
sign document hash | signed message: digital signature, gpg, cryptographic signature, sigstore, pki
malware | virus | infected file | suspicious file | trojan: malware analysis, virustotal, antivirus, malware, yara, clamav, sandbox analysis, malware scanner, threat intelligence, hybrid analysis
suspicious link | safe url | dangerous website | check link safe: url scanner, urlscan, virustotal, phishing, safe browsing, url reputation, link safety
fraud | fraud detection | suspicious transaction: fraud detection, fraud, anti fraud, aml, risk scoring, stripe radar
block spam | bots form: spam filter, anti spam, captcha, spam detection, akismet, turnstile
threat | threat intelligence | attacker | ioc: threat intelligence, ioc, mitre attack, misp, otx, virustotal, greynoise, abuseipdb, opencti
security alert / soc / siem / intrusion: siem, wazuh, splunk, soc, intrusion detection, crowdstrike, microsoft sentinel, elastic security, edr, suricata
forensics | investigate attack | memory dump: forensics, volatility, digital forensics, dfir, autopsy, incident response, velociraptor
cloud security | misconfigured cloud | aws security: cloud security, prowler, cspm, wiz, scoutsuite, security posture, cloudtrail, guardduty
container security | scan image vulnerability: trivy, grype, container scanning, container security, image scanning, clair
compliance / soc2 / iso27001 / audit company / hipaa: compliance, soc2, iso 27001, gdpr, hipaa, vanta, grc, drata
personal data: privacy, anonymization, gdpr, pii, redaction, data protection, presidio, ccpa, pseudonymization, privacy policy, masking, data masking
privacy: local first, gdpr, privacy first, pii, privacy focused, data protection, self hosted, ccpa, encrypted, privacy policy, onprem
gdpr | data protection: privacy, gdpr, pii, data protection, ccpa, privacy policy, anonymization, dsgvo
anonymise | hide names: pii redaction, anonymization, pii, data masking, redaction, presidio, pseudonymization, pii detection, masking, deidentification, gdpr, dlp
anonymize: pii redaction, pii, data masking, redaction, presidio, pseudonymization, pii detection, masking, deidentification, gdpr, dlp
remove personal data | mask data | pseudonymize: pii redaction, anonymization, data masking, presidio, redaction, pii detection, deidentification, pii
smart contract | solidity contract | contract audit: smart contract, solidity contract, hardhat, slither, contract audit, evm, openzeppelin
steganography / ctf / hidden message: ctf, steganography, capture flag, cyberchef
browser fingerprint | tracked online: privacy, cookie consent, fingerprint, tracker blocker, cookie banner, anti detect
temporary phone | receive sms code | verification sms: sms verification, virtual number, receive sms, phone verification, otp
security headers | website security grade: security headers, mozilla observatory, ssl labs, csp
sensitive columns | database personal data: data masking, pii detection, data classification, anonymization
sign account | registration page | user registration | login page: authentication, clerk, auth0, login, supabase auth, better auth, keycloak, firebase auth
roles rights | user rights | privilege: rbac, access control, iam, openfga
agent credentials | agent password: agent identity, agent auth, credential vault, oauth, agent credentials, secrets management
hidden text | invisible characters: unicode, hidden text, invisible characters, prompt injection, zero width
phone hacked | computer infected | clean computer: malware removal, antivirus, malwarebytes, forensics, clamav
secure message | encrypted chat | private message: end encryption, signal messenger, matrix chat, encrypted, pgp
delete data | data broker | remove internet: data broker, data removal, privacy, gdpr request, optery
security policy | security training: security policy, compliance, security awareness, grc
ransomware / breach / incident security: incident response, ransomware, threat intelligence, forensics
risk | risk assessment: risk assessment, risk analysis, risk management, threat modeling
threat model | attack scenario | stride: threat modeling, attack tree
signed receipt | tamper proof | audit trail | prove happened: audit trail, audit log, tamper evident, attestation, provenance, signed receipts, immutable log

# Money, payments and accounting
currency | exchange rate | euro dollar | foreign money | convert currency | forex: exchange rate, currency, currency conversion, currency converter, forex, fx rates, ecb, frankfurter
spending | household money: payment, budget, personal finance, currency, ynab, expense tracker, actual budget, banking, monarch money, firefly iii, invoice, lunch money
budget: personal finance, ynab, expense tracker, actual budget, monarch money, budgeting, firefly iii, lunch money
money | travel expenses | track expenses | monthly expenses: payment, budget, currency, expense tracker, personal finance, banking, ynab, invoice, firefly iii, actual budget, plaid
payment | pay | accept payment | take money | charge card | credit card | take payments: payment, stripe, paypal, checkout, adyen, square payments, mollie, braintree, razorpay
subscription billing | recurring payment | charge monthly | saas billing: subscriptions, billing, stripe, chargebee, recurly, lemon squeezy, revenuecat, recurring billing
payment link | donate | tip jar: payment link, donations, stripe, patreon, ko fi
refund | chargeback | dispute payment: refund, chargeback, stripe, payment disputes
expense report | business trip cost | reimburse: expense tracker, expense tracking, expensify, expense report, brex, splitwise
split bill | share cost friends: splitwise, expense sharing, split bills
accounting software | bookkeeping | ledger | accounts books | business accounting | company accounts | books balance: accounting software, bookkeeping, quickbooks, xero, ledger, beancount, double entry, freshbooks, general ledger, odoo, datev
tax / tax return / income tax / vat / sales tax: tax, vat, tax calculator, tax filing, irs, sales tax, vat validation, taxjar, avalara, elster
vat number | company tax number: vat validation, vies, vat number, tax id
iban / bic / bank transfer: iban, swift, sepa, bank transfer, iban validation
save money: budget, cost optimization, personal finance, low cost, ynab, free tier, expense tracker, price comparison, actual budget, coupon, monarch money, affordable
personal finance | money goes: budget, personal finance, ynab, expense tracker, actual budget, monarch money, firefly iii, lunch money, spending tracker
loan | mortgage | interest rate | monthly payment: mortgage calculator, loan calculator, amortization, interest rates, loan, compound interest, debt
retirement | pension | compound interest | savings plan: retirement planning, compound interest, financial planning, pension, fire calculator
financial report company | balance sheet | company earnings | annual report | sec filing: sec edgar, financial statements, 10k, sec filings, xbrl, financial data, annual report
insurance | claim insurance: insurance, insurance quotes, policy management
investor | startup funding | venture capital: crunchbase, pitchbook, venture capital, fundraising, pitch deck, investors, startup funding
financial model | valuation | dcf | company worth: dcf, valuation, financial modeling, financial analysis, lbo
personal debt | pay debt | repay: debt payoff, loan calculator, debt snowball, amortization
bank | bank account | bank transactions | account balance | bank balance | spending bank: open banking, banking, plaid, bank transactions, bank account, bank statement, gocardless, truelayer, sepa, personal finance, nordigen, monzo
bank statement | statement pdf | import bank: bank statement, ofx, mt940, camt, statement parser, bank transactions
debit card | virtual card: virtual card, card issuing, stripe issuing, lithic, privacy com
cash flow | financial plan: cash flow, financial planning, fpa, budget, financial model
point sale | cash register | restaurant pos: pos, point sale, square payments, lightspeed
return product | warranty | order status: order tracking, warranty, order management, rma
pay less | cut costs: cost optimization, price comparison, finops, cost analysis
lost money | fees | bank charges: fee calculator, expense tracker, budget, bank transactions

# Stocks and crypto
invest: stock market, portfolio tracker, yahoo finance, stocks, portfolio analysis, alpha vantage, dividend, stock prices, brokerage, trading, etf
stock market | stock price | stock | share price: stock market, yahoo finance, stocks, alpha vantage, stock prices, trading, market data, investment, finnhub, portfolio tracker, equities, polygon io
crypto / bitcoin / coin price / cryptocurrency / ethereum: crypto, bitcoin, cryptocurrency, coingecko, ethereum, blockchain, coinmarketcap, binance, ccxt, defi
portfolio / dividend: portfolio tracker, investment, portfolio analysis, dividend, brokerage, etf, asset allocation
trade stock | buy stock | trading | place order broker: trading, alpaca, interactive brokers, broker, metatrader, algorithmic trading, zerodha, robinhood, trading bot, ibkr
trading strategy | backtest | test strategy past: backtesting, trading strategy, quant, backtrader, vectorbt, quantconnect, algorithmic trading
technical analysis | chart pattern | moving average: technical analysis, technical indicators, tradingview, ta lib, rsi, candlestick
option trading | options chain | greeks: options chain, derivatives trading, options trading, futures trading, black scholes, tastytrade
bond / treasury / yield curve / central bank rate / inflation / economy numbers: fred, economic data, treasury, world bank, macroeconomic, imf, yield curve, ecb, economic indicators
gold price | oil price | commodity: commodities, gold price, oil price, commodity prices
crypto wallet | send crypto | token balance | wallet address: wallet, ethereum wallet, metamask, onchain, token balance, solana, coinbase, evm, walletconnect
blockchain | smart contract read | transaction hash: blockchain, onchain, etherscan, evm, web3, alchemy, ethereum, block explorer, rpc
defi / swap token / yield farming / liquidity: defi, uniswap, dex, token swap, liquidity, defillama, aave
crypto exchange | buy bitcoin | trade crypto: ccxt, binance, coinbase, kraken, crypto trading, bybit, exchange api, okx, hyperliquid
prediction market | bet events | betting odds event: polymarket, prediction market, kalshi, manifold markets, metaculus
financial news | market news | market sentiment | fear greed: financial news, market news, market sentiment, fear greed, stock news
company shares | stock quote | ticker: stock market, stock price, yahoo finance, alpha vantage, market data
stock broker | brokerage account: brokerage, alpaca, interactive brokers, trading, schwab
futures contract | derivative price: futures trading, derivatives trading, options trading, cme
crypto news | coin news: crypto news, crypto sentiment, coindesk, cryptopanic

# Shopping and logistics
car | vehicle | car buy | used car | car price: tesla, car listings, automotive, vehicle data, obd, vin decoder, vin, used cars, autotrader
gift | birthday present | present idea: gift ideas, gift recommendation, gift finder, gift cards
purchase: shopping, procurement, ecommerce, supply chain, amazon, alibaba, checkout, purchase orders, product search, vendor management, online store, shopify
buy | shop | order online | buy online: shopping, ecommerce, amazon, checkout, product search, online store, shopify, ebay
cheaper: price comparison, cost optimization, product search, low cost, google shopping, free tier, price tracker, shopping, coupon, idealo, affordable, keepa
find product | compare price | cheapest | best price | price comparison | bargain: price comparison, product search, google shopping, price tracker, shopping, idealo, keepa
discount | coupon | voucher | promo code | sale offer: coupon, promo code, voucher, cashback
amazon seller | sell amazon | amazon listing: amazon, amazon seller, selling partner, product data, keepa, asin, seller central
online shop | web shop | sell online | ecommerce | storefront | sell | store online sell: shopify, ecommerce, woocommerce, magento, online store, bigcommerce, medusa, e commerce, etsy, prestashop, amazon seller, saleor
shopping cart: checkout, ecommerce, ucp
product listing | catalogue products: product description, product catalog, product listing, ecommerce, pim
stock level | inventory | items left: inventory management, inventory, warehouse, wms, stock levels, erp
shipping cost: package tracking, shippo, shipping label, easypost, parcel tracking, shipping rates, shipment tracking, shipment, shipstation, 17track, sendcloud, fedex
track parcel | package tracking | delivery tracking | shipment | parcel | package arrives | shipping label: package tracking, shipping label, parcel tracking, shipment tracking, shipment, 17track, fedex, dhl, tracking number, usps
ship order | print shipping label | postage: shippo, easypost, shipping rates, shipping label, shipstation, sendcloud, postage
delivery route | vehicle routing | route planning deliveries | courier: route optimization, vehicle routing, logistics, last mile, fleet
supply chain planning | procurement | supplier: procurement, supply chain, alibaba, purchase orders, vendor management
vessel | ship position | ships sea: ais, vessel tracking, marine traffic, ship tracking, maritime
ev charging | charging station | electric car | fuel price | petrol price | gas station: ev charging, charging stations, tesla, fuel prices, gas prices, open charge
tesla | connected car: tesla, teslamate, connected car, vehicle api, smartcar
fashion / clothes / outfit: fashion, outfit, clothing, wardrobe, virtual try, stylist
purchase order | order processing: purchase orders, order management, procurement, erp
warehouse items | stock count: inventory management, wms, warehouse, stock levels

# Travel, places and weather
holiday plan: travel, trip planner, itinerary, travel planning, flights, travel planner, trip planning, hotels, wanderlog, tripadvisor
itinerary: travel, trip planner, travel planning, flights, travel planner, trip planning, hotels, wanderlog, tripadvisor
travel | trip | vacation | journey: travel, trip planner, itinerary, flights, travel planner, hotels, tripadvisor, travel planning
plan trip | plan vacation | travel plan: trip planner, itinerary, travel planning, travel planner, trip planning, wanderlog
flight | plane ticket | cheap flight | airline | airfare | book flight: flights, flight search, google flights, amadeus, skyscanner, kiwi, airline, duffel, kiwi flights, airfare, flight booking
flight delayed | flight status | track plane | aircraft | plane overhead: flight tracking, flightradar24, flight status, opensky, flightaware, adsb, aviationstack, aviation
hotel | place stay | accommodation | overnight stay | lodging | book hotel: hotels, airbnb, booking com, hotel search, accommodation, expedia, hotel booking, hostel, trivago
airbnb | holiday rental | vacation rental | holiday home: airbnb, vacation rental, vrbo, short term
railway: train timetable, public transport, public transit, deutsche bahn, train ticket, sncf, gtfs, amtrak, bus timetable, 12306, timetable
train connection | train ticket: train timetable, railway, deutsche bahn, sncf, amtrak, 12306, sbb, national rail
train times: public transport, train timetable, public transit, railway, train ticket, deutsche bahn, gtfs, amtrak, bus timetable, sncf, timetable, 12306
tram | public transport | subway | underground | metro | transit timetable: public transport, public transit, train ticket, gtfs, bus timetable, timetable, deutsche bahn, departures, rail, subway, citymapper, 12306
taxi | uber | cab | ride home | book ride: uber, taxi, ride hailing, lyft, rideshare
car rental | rent car: car rental, car hire
bicycle | bike share | cycling route | bike: bike share, cycling training, citybikes, bike route, komoot, gbfs
driving time: driving directions, route planning, google maps, osrm, openrouteservice, route planner, mapbox, travel time, valhalla, graphhopper
calculate distance: distance matrix, haversine, geodistance, google maps, travel time
sights | tourist attraction | visit city | sightseeing: tripadvisor, attractions, viator, sightseeing, tourism, getyourguide, travel guide
order food: opentable, food delivery, yelp, doordash, resy, uber eats, restaurant search, table reservation, swiggy, zomato, google places
restaurant | table reservation | book table | dinner place | places eat: opentable, yelp, resy, restaurant search, table reservation, food delivery, google places, doordash, dining
visa | travel requirement | entry rules country: visa requirements, passport, travel advisory, visa, immigration
travel safety | travel warning | dangerous country: travel advisory, travel safety, country risk, acled
country information | country facts: rest countries, country data, geography, country info, world bank
hiking | mountain route | walk outdoors | camping: hiking, hiking trails, alltrails, gpx, komoot, campsite, camping
ski | snow | avalanche: ski resort, avalanche, snow report
weather / rain / temperature outside / forecast weather / umbrella / sunny / storm / rain tomorrow: weather, open meteo, openweathermap, forecast, accuweather, meteorology, nws, weather api, weather alerts, noaa, met office
weather history | past weather | climate data: historical weather, climate data, noaa, open meteo, era5, climate
air quality / pollution / pollen / smog: air quality, aqi, pollen, openaq, pollution, waqi
earthquake / volcano / natural disaster / flood / wildfire / hurricane: earthquake, usgs, disaster, wildfire, gdacs, flood, hurricane, natural disasters
sailing | sea weather | boat: surf forecast, marine weather, tide times, sailing, stormglass
traffic jam | road traffic | roadworks: traffic data, road traffic, tomtom, waze, road conditions
park car | parking space | parking lot | free parking: parking spots, parking availability
event nearby | concert | tickets event | events city: ticketmaster, event discovery, concerts, eventbrite, meetup, luma, songkick, bandsintown
cinema | movie times | theatre: cinema, showtimes, movie tickets, theatre
driving directions | walking directions | directions address | best route | plan route | get car: driving directions, route planning, google maps, osrm, openrouteservice, mapbox, graphhopper, route planner
long drive | commute | reachable minutes: travel time, isochrone, distance matrix, route planning, google maps
nearby | nearby shop: nearby places, google places, places api, yelp, foursquare, points interest
street view | see street: street view, mapillary, google maps, panorama
train station | train schedule | next train: train timetable, railway, deutsche bahn, amtrak, sncf, 12306
bus stop | bus times | next bus | bus connection | local transport: public transport, gtfs, public transit, bus timetable, timetable
long distance bus / flixbus / ferry / cruise: flixbus, ferry, cruise, bus tickets, ferryhopper
surf forecast | surf waves | waves sea: surf forecast, marine weather, stormglass, surfline, tide times
hotel price | cheap hotel | hostel: hotel search, hotels, booking com, hotel prices, hostel, trivago
travel budget | trip cost: travel budget, trip cost, travel planner, cost living
national park | beach: national parks, nps, beaches
weather tomorrow | weather weekend | cold today | heat wave: weather, forecast, open meteo, openweathermap, weather alerts
severe weather | weather warning | tornado: weather alerts, severe weather, nws, weather warnings, noaa
capital city | flag country: rest countries, country data, world bank, geography
translate menu | tourist phrase: translation, phrasebook, menu translation, deepl

# Maps and geodata
show map | draw map | interactive map: interactive map, google maps, openstreetmap, mapbox, leaflet, maplibre, geojson, gis, map visualization
address coordinates | geocode | latitude | find address: geocoding, nominatim, reverse geocoding, google maps, address lookup, what3words
postcode | zip code | postal code | address validation | correct address: postal code, zip code, address validation, postcode, address autocomplete, smarty
gis | geodata | geospatial | shapefile | spatial data | geographic data: gis, geospatial, qgis, postgis, geojson, gdal, arcgis, shapefile, geopandas, earth engine
openstreetmap | osm: openstreetmap, osm, overpass, nominatim
satellite image | satellite picture | aerial photo | remote sensing: satellite imagery, earth engine, remote sensing, landsat, planetary computer, copernicus, stac, earth observation
gps | gpx track | track location | location | current position: gps, geolocation, gpx, location tracking, ip geolocation, location services, owntracks, traccar
elevation | altitude | height terrain: elevation, terrain, topography, altitude
land parcel / cadastre / property boundary / zoning: cadastre, parcel data, zoning, land registry
world photo | photo location: geolocation, exif, photo location
city map | street map | show location | map location: google maps, openstreetmap, mapbox, leaflet, static map
current location | user location | position phone: geolocation, gps, ip geolocation, location services

# Food, health and sport
recipe / cook / meal / dinner / dinner idea / ingredients / fridge: recipe, meal planning, spoonacular, mealie, themealdb, nutrition, ingredients, howtocook
diet | calories | nutrition | food nutrients | eat healthy: nutrition, calorie, diet, usda, food database, food data, open food, macro tracker, nutritionix, calorie tracking, fatsecret
fitness training | gym | workout | exercise | marathon training | fitness tracking | training plan | strength training: workout tracker, workout, strava, exercise, garmin, hevy, apple health, training plan, gym, strength training, exercise database
medicine: health data, drug, healthcare, medication, medical literature, openfda, symptom checker, fda, pubmed, drug interaction, fhir, pharmacy
symptoms / doctor / medical / illness / disease: health data, healthcare, medical literature, symptom checker, pubmed, fhir, diagnosis, drug information, apple health, icd 10
football results: sports, football, soccer, nba, football data, live scores, espn, openligadb, fifa, sports data, nfl, fixtures
sport / match results / football / soccer / sport score / league table / live score: sports, football, nba, soccer, espn, live scores, sports data, nfl, fixtures, premier league, api football
meal plan | weekly meals | eat week: meal planning, meal planner, recipes, nutrition, mealie
lose weight | body fat | bmi: weight tracking, bmi, weight loss, calorie tracking, workout tracker, body composition
food delivery / pizza / takeaway / takeout: food delivery, doordash, uber eats, food ordering, swiggy, zomato, deliveroo, dominos
coffee / wine / beer / cocktail: cocktail, wine, beer, coffee, thecocktaildb, brewery, untappd
allergy / vegan / gluten: allergens, dietary, vegan, food allergy
health data | apple watch | apple health | wearable | health app data: apple health, healthkit, health data, garmin, fitbit, oura, whoop, wearable, health connect, google fit
drug | pill | side effect | drug interaction: drug, medication, openfda, fda, drug interaction, pharmacy, rxnorm, dailymed, drugbank, pharmaceutical
medical record | patient record | hospital data | fhir: fhir, ehr, hl7, emr, patient records, healthcare, medical records, openemr
medical image | x ray | mri | ct scan | dicom: dicom, medical imaging, radiology, orthanc, pacs, pathology
medical code | icd | diagnosis code: icd 10, snomed, medical coding, loinc, cpt codes
gene | dna | genome | protein | genetics | biology: bioinformatics, genomics, ensembl, uniprot, ncbi, gene, protein, alphafold, biomedical
protein structure | molecule 3d | pdb structure: protein structure, alphafold, pdb, pymol, molecular docking, rcsb
mental health | anxiety | feel sad | depression: mental health, meditation, mood tracking, therapy, journaling, cbt
meditation | mindfulness exercise: meditation, breathing, relaxation
sleep | slept badly: sleep tracking, oura, whoop, eight sleep
pregnancy / baby / cycle tracking: cycle tracking, pregnancy, baby tracker, fertility
jogging | marathon: strava, garmin, training plan, intervals icu, marathon
strava / garmin / fitbit: strava, garmin, fitbit, garmin connect, fitness data, intervals icu
heart rate | activity data: fitbit, garmin, heart rate, health data, google fit, apple health
nba / nfl / baseball / mlb / nhl / basketball / hockey: nba, nfl, mlb, nhl, sports data, espn, baseball, basketball, sports statistics
formula 1 | f1 | motorsport: f1, formula one, fastf1, openf1, motorsport
cricket / tennis / golf / cycling race: cricket, tennis, golf, sports data, live scores
fantasy football | fantasy team: fantasy football, fantasy sports, sleeper fantasy, fpl, yahoo fantasy
bet: betting odds, forecasting, sports betting, prediction market, odds api, polymarket, sportsbook, odds, bookmaker
gambling: betting odds, sports betting, odds api, sportsbook, bookmaker
chess: lichess, stockfish, chess com, pgn
pet / dog / cat: pet, dog, veterinary, pet adoption
plant | garden | houseplant | water plants: gardening, plant care, plant identification, trefle, inaturalist, irrigation
bird / species / wildlife / identify animal / biodiversity: inaturalist, gbif, ebird, biodiversity, birdnet, wildlife
farm | agriculture | soil: agriculture, farming, crop, soil data, precision agriculture, agritech
healthy food | food label | nutrition label | food barcode: open food, nutrition, food facts, usda, nutritionix
cook tonight | recipe website | save recipe: recipes, mealie, recipe scraper, meal planning, tandoor
restaurant menu | lunch menu | canteen: restaurant menu, mensa, canteen, dining
body weight | personal health | health question | health advice: health tracking, health data, workout tracker
headache / sick person / fever: symptom checker, diagnosis
find doctor | hospital nearby | doctor appointment | medical appointment: doctor search, npi, healthcare provider, medical appointment, doctolib, hospital
lab result | blood test | glucose | diabetes: blood test, glucose, nightscout, dexcom, lab results, cgm, diabetes
health insurance | medicare: health insurance, medicare, cms
first aid | emergency help: first aid, defibrillator, emergency services
public health | epidemic | covid: public health, epidemiology, covid, cdc
mutation gene | clinical genetics: clinvar, gnomad, genomics, vep
feel stress / reduce stress / burnout / lonely: mental health, meditation, therapy, stress
running plan | running pace | run outside: strava, garmin, training plan, intervals icu, running coach
count steps | daily steps: fitbit, step count, apple health, garmin, google fit
yoga | stretching: yoga, stretching, posture, workout
champions league | bundesliga | world cup: football, soccer, football data, live scores, openligadb, fifa
olympics / athlete / player transfer: olympics, athletes, sports data, transfermarkt
animal care | vet | dog food: veterinary, pet care, pet
identify plant | mushroom | sick plant: plant identification, plantnet, mushroom, plant disease, inaturalist
crop field | tractor: agriculture, crop, farming, ndvi
cannot sleep | tired: sleep tracking, meditation, relaxation, sleep sounds

# Education and science
kids | children: kids education, bedtime stories, parental control, family organizer
teach class | online course | lesson plan | curriculum: lms, moodle, canvas lms, curriculum, lesson plan, udemy, coursera, google classroom, courseware
assignment school | school portal: canvas lms, moodle, google classroom, homework, assignments, blackboard, brightspace, gradescope
learn programming | learn code | coding exercise | practice coding | leetcode: leetcode, coding practice, exercism, codewars, coding challenge, programming tutor, codeforces, competitive programming
child learning | toddler: bedtime stories
college admission | school search: college university, college, higher education, admissions
medical literature | pubmed: pubmed, medline, europe pmc, ncbi, biomedical literature
peer review | referee: peer review, paper review, openreview
physics | simulate physics | engineering calculation: physics simulation, physics, finite element, fea, comsol, openfoam, cfd, ansys
chemistry | molecule | chemical | chemical formula: chemistry, pubchem, rdkit, chembl, molecule, cheminformatics, molecular
material science | crystal: materials project, materials science, crystal structure, dft
astronomy | planet | telescope | nasa: nasa, astronomy, telescope, apod, exoplanet, stellarium, astropy, ephemeris
satellite overhead | iss | rocket launch: satellite tracking, n2yo, iss, spacex, tle, rocket launches
pcb | schematic | electronic component: kicad, pcb, electronics, circuit, spice, schematic, eda, ltspice, digikey, altium
fpga | verilog | chip design | hardware design: verilog, fpga, vhdl, eda, rtl, vivado, hardware design
matlab / simulink: matlab, simulink, octave, numerical computing
quantum: quantum computing, qiskit, quantum circuit, pennylane
experiment protocol | lab notebook: lab notebook, benchling, eln, lims, lab automation, opentrons, protocols io
scientific figure | publication plot: scientific visualization, matplotlib, publication figures, scientific figures
research funding | scholarship: grant funding, grants gov, research funding, scholarship, nih, nsf, grant writing
education | school | classroom: education, google classroom, lms, tutor
teacher | grade homework | grade essays | worksheet: grading, rubric, worksheet generator, lesson plan, essay grading
understand topic | explain simply | explain like five: tutor, eli5, feynman, learning path
study exam | study plan | exam preparation: study plan, exam prep, quiz, flashcards, anki, study guide
learning path | learning plan: learning path, roadmap, learning plan, curriculum
grammar exercise | learn english | learn german | learn japanese | learn chinese: language learning, vocabulary, jlpt, hsk, language tutor, anki
university degree | study abroad: college university, admissions, scholarship, higher education
newest research | follow research | research alerts | new papers: arxiv, paper alerts, semantic scholar, paper recommendation, huggingface papers, daily papers
citation graph | influential papers: citation graph, semantic scholar, openalex, connected papers, opencitations
scientist profile | h index | orcid: orcid, google scholar, openalex, author profile, h index
submit paper | conference deadline: journal, journal finder, conference deadlines, scimago, paper submission
research idea | hypothesis | plan experiment | scientific discovery: hypothesis generation, research ideas, ai scientist, experiment design, scientific discovery
research data | data repository science: zenodo, figshare, dataverse, research data, dryad
bible verse | church | religious text: bible, scripture, religious texts, bible verses
scientific journal: journal finder, crossref, doaj, journals, impact factor

# Mathematics and units
optimize schedule | constraint solver | linear programming | assign optimally | optimal plan | shift planning: constraint solver, linear programming, minizinc, optimization solver, pulp, gurobi, constraint programming, timefold
logic puzzle | sat solver | satisfy constraints | logic reasoning: z3, sat solver, smt solver, prolog, constraint solver, minizinc, clingo, answer set
vector math | linear algebra: numpy, linear algebra, numerical computing, scipy, octave
geometry | draw function | graph function: geogebra, desmos, geometry, function plotter, graphing calculator
unix timestamp | date format: timestamp, date parser, datetime, unix time, date formatting
lunar calendar / chinese calendar / hebrew date / islamic date / prayer times / bible / quran: lunar calendar, bible, quran, prayer times, hijri, hebrew calendar, sefaria, scripture
pause agent: sleep tracking, scheduler
mathematical proof | mathlib: lean4, theorem prover, mathlib, coq, formal proof
calculate integral | differentiate function | simplify expression | factor polynomial: sympy, computer algebra, symbolic math, wolfram alpha
matrix multiply | eigenvalue | numerical method: numpy, linear algebra, scipy, matlab, julia
prime number | number sequence | oeis: oeis, number theory, sagemath, pari
percentage | tip calculate | big number: calculator, percentage, arithmetic, math
measure convert | cups grams | size conversion | pounds kilos: unit conversion, unit converter, cooking units
travelling salesman | pack boxes | knapsack: route optimization, vehicle routing, bin packing, optimization solver
timetable school | assign people | seating plan: timetabling, timefold, scheduling optimization, constraint solver

# News and social media
joke | funny | humour | humor | laugh: joke, humor, meme, dad jokes, comedy
product hunt | launch product: product hunt, product launch
google trends | search interest: google trends, search trends, pytrends, keyword trends
pinterest / snapchat / tumblr: pinterest, snapchat, tumblr
newspaper | news journalism: newspaper, newsapi, new york
whats trending | trending topic | viral video: trending, google trends, hot search, viral
follow feed | website without feed | feed page: rss, rsshub, rss generator, rss bridge
gain followers | follower count: audience growth, social analytics, influencer
social media post | write linkedin post | hashtag | caption post: social media, content creation, hashtag, linkedin post, tweet, post generator
repurpose | turn article posts | blog tweets: content repurposing, social media, content creation
schedule tweets | autopost | crosspost: postiz, buffer social, cross posting, social scheduler
customer persona | target group | target audience: audience research, customer persona, icp, buyer persona
viral post | write hook | attention headline: copywriting, headline, viral, hook generator

# Marketing and sales
promote product | campaign | get customers | advertise: marketing automation, campaign, hubspot, advertising, content marketing
google search console | indexed google: search console, google indexing, gsc, indexnow, sitemap
mentioned chatgpt | visible ai | ai search visibility: generative engine, aeo, llms txt, ai visibility, answer engine, llm seo
google ads | adwords | ad campaign | online advertising | online ads: google ads, meta ads, facebook ads, advertising, ad campaign, ppc, tiktok ads, linkedin ads, ad performance, bing ads
facebook ads | meta ads | instagram ads: meta ads, facebook ads, ads manager, marketing api
competitor ads | ad library | ads others run: ad library, competitor ads, facebook ads, ads transparency, ad intelligence
website converts: landing page, conversion optimization, cro, conversion rate, ab testing, unbounce
contact details person | email person | phone number company: email finder, hunter io, contact enrichment, apollo io, rocketreach, people data, snov, clearbit, contact data
pricing strategy: price optimization, competitor pricing
affiliate | referral | commission: affiliate marketing, affiliate, referral program
google business | google review | local seo | business profile: google business, gbp, local seo, google reviews, business profile
content calendar | content plan | content ideas: content calendar, content strategy, content planning, editorial calendar, content ideas
marketing plan | marketing idea | marketing strategy | marketing campaign: marketing strategy, marketing plan, growth marketing, marketing skills, campaign, hubspot

# Jobs and staff
much earn | pay level: salary, salary data, compensation, levels fyi, glassdoor, wage
hire human | human task | ask human expert | real person: human loop, human task, mechanical turk, crowdsourcing, rentahuman
performance review | feedback employee | goals team: performance review, okr, 15five
career | career advice | change profession: career, career coach, career planning, skills assessment
skills gap | occupation | profession data: onet, esco, occupation, labor market, bls
remote job | new job | job alerts | jobs near: job search, remote jobs, indeed, linkedin jobs, job listings, remoteok
job description | job advert | write job posting: job description, job posting, recruiting, applicant tracking
rate applicants | screen cv | compare candidates: resume screening, candidate screening, applicant tracking, resume parser, recruiting
find expert | find developer | find talent: talent search, recruiting, github users, linkedin, toptal, upwork
employee shift: shift scheduling, employee scheduling, workforce
seeking work | lost job: job search, job board, career coach, resume builder

# Law and government
court | judgment | lawsuit | court decision | legal precedent: case law, courtlistener, court, court decisions, pacer, legal research, judgments, docket
copyright | intellectual property: copyright, intellectual property, trademark, dmca
parliament | congress | politician | vote record | senate: congress, parliament, legislation, govinfo, bundestag, openstates, politicians
election | polling politics: election, polling data, fec
public tender | government contract | bid tender: tenders, sam gov, procurement, government contracts, rfp, usaspending
sanctions / kyc / identity check / know customer: kyc, sanctions screening, aml, identity verification, opensanctions, ofac, background check
immigration | residence permit: immigration, visa, uscis, residence permit
freedom information | foia: foia, public records, muckrock
iso norm: iso standards, din, regulatory compliance
regulation | regulatory | rules apply | eu ai act: regulatory compliance, regulations, ai act, federal register, compliance, regulatory
import duty | tariff | export control: customs duty, tariff, hs code, import duty, trade data, export control, comtrade, trade compliance
economics / labour market / unemployment: fred, bls, economic data, eurostat, oecd, labor statistics
legal contract | review contract | rental contract | employment contract: contract review, legal documents, contract analysis, legal ai
legal advice | sue | tenant rights | consumer rights: legal advice, legal research, lawyer, consumer rights, small claims
draft legal | legal letter: legal drafting, legal documents, legal letter
customs duty | hs code: hs code, customs duty, tariff, trade data
official form | apply permit | bureaucracy: government forms, egovernment, government services
german law | swiss law | eu law | french law: eur lex, gesetze, fedlex, legifrance, legislation, german law, swiss law
american law | federal law | federal register: federal register, us code, cfr, govinfo, congress, courtlistener
representative district | contact politician: legislators, congress, openstates, civic information
budget government | public spending: usaspending, government spending, public spending, treasury
eurostat | national statistics | statistics office: eurostat, official statistics, destatis, bfs, insee, oecd, sdmx

# Real estate
apartment | real estate | home sale: real estate, real property, zillow, rental apartments, rightmove, redfin, property listings, housing, immobilien, realtor
rental apartment | landlord: rental, rental apartments, real estate, property management, zillow, immoscout, landlord
property value | house price | home worth: property valuation, home value, house prices, zillow, avm, real estate, land registry, zestimate
property management: appfolio, buildium, yardi, facility management
renovation | build house | construction | handyman: construction, renovation, procore, home improvement, contractor, bim
relocate / neighbourhood / neighborhood: neighborhood, relocation, cost living, walk score
cost living | city compare: cost living, numbeo, city comparison
find house | buy house | buy flat | house sale: real estate, zillow, property listings, rightmove, redfin, immoscout
rent house | shared flat: rental, rental apartments, zillow, immoscout, rental listings, wg gesucht
real estate investment | rental yield | rental income: estate investment, rental yield, cap rate, property investment

# Images
pic | snapshot: image, screenshot, photo, picture
colour | color | palette | color scheme | colours match: color, color palette, colour, color scheme, palette, coolors, contrast, color picker, hex color, color converter
font | typeface | typography: font, typography, google fonts, fontawesome, typeface, font pairing
icon | symbol | symbol set | pictogram: icon, svg, lucide, iconify, favicon, font awesome, icon library, fontawesome, svg icons, icon generator, material icons
logo | brand logo | company logo | design logo | brand logo company: logo, brandfetch, brand assets, logo api, logo design, clearbit, brand identity, company logo, brand logo, logo dev, logo generator, svglogo
avatar | profile picture | portrait: avatar, profile picture, gravatar, headshot, dicebear
wallpaper | background picture: wallpaper, unsplash, background image
cartoon | comic | manga | storyboard: comic, cartoon, manga, anime, comic generator, storyboard, myanimelist, anilist
paint: image generation, museum, drawing, artwork, illustration, metropolitan museum, diagram, art collection, sketch, rijksmuseum, procreate, wikiart
draw | sketch: image generation, drawing, illustration, diagram, sketch, procreate, excalidraw, krita, svg, tldraw
edit picture | edit photo | change image | retouch | photoshop | modify image: image editing, photoshop, gimp, inpainting, imagemagick, photo editing, pillow, image manipulation
resize image | smaller picture | shrink image | scale image | rotate image: image resize, image processing, imagemagick, crop, thumbnail, image optimization, pillow
compress image | image large | reduce photo size | optimize image | smaller image file: image compression, image optimization, tinypng, webp, squoosh, imagemin
remove background | transparent background | background photo: background removal, rembg, remove bg, image segmentation
upscale | sharpen | blurry picture | higher resolution | enhance photo | low quality image: upscale, image upscaler, super resolution, esrgan, image enhancement, topaz
look image | understand picture | image recognition | caption image: image analysis, image recognition, image captioning, vision model, object detection, image understanding, ocr, multimodal
detect object | count objects picture | recognise object | recognize object | yolo: object detection, yolo, computer vision, image segmentation, opencv, roboflow
face photo | recognize face | recognise person: face recognition, face detection, facial recognition, face swap, deepface
similar pictures: duplicate images, image similarity, perceptual hash, duplicate photos, phash, imagededup
svg | vector graphic: svg, vector graphics, illustrator, inkscape, vectorize, svgo, vector image
illustrator / indesign / adobe: adobe, photoshop, illustrator, indesign, creative cloud, premiere
greeting card | birthday card: greeting card, invitation, card maker, ecard
pixel art | sprite | game graphics: pixel art, aseprite, sprite, sprite sheet, game assets
museum / artwork / art history: museum, artwork, metropolitan museum, art collection, rijksmuseum, wikiart, europeana
favicon | app icon: favicon, app icon, icon generator
crop image | crop picture | crop photo | thumbnail size: image resize, crop, imagemagick, pillow, thumbnail
old photo | restore photo | black white photo: photo restoration, colorization, image restoration, upscale
remove object picture | erase person photo | inpaint: inpainting, object removal, image editing, generative fill
many images | batch images | folder pictures: batch image, imagemagick, image processing, bulk image
product photo | mockup product | packshot: product photography, product mockup, background removal, image generation
consistent character | character images: character consistency, lora, reference image
local image model | comfyui | stable diffusion: comfyui, stable diffusion, automatic1111, diffusers, lora
picture description | alt text: image captioning, alt text, ocr, image description
blur face | hide face photo: face blur, anonymization, image redaction, face detection
collage | combine pictures | picture grid: collage, image montage, imagemagick, image grid
face recognition | find person photos: face recognition, face detection, facial recognition, deepface
historical photo: archive search, europeana, internet archive, wayback
picture looks bad | photo dark: image enhancement, photo editing, upscale, image editing

# Diagrams and design
ui | user interface | gui | interface design | frontend | screen design: user interface, ui design, frontend, ui components, shadcn, figma, component library, react components, ux, tailwind, frontend design
ux | usability | user experience | confusing interface | user research: ux, user experience, user research, ux review, heuristic evaluation, ux audit, user testing
moving picture | moving graphics: motion graphics, lottie, gif, remotion video, gsap, framer motion, manim, aftereffects
uml | class diagram | sequence diagram: uml, plantuml, mermaid, class diagram, sequence diagram, kroki
architecture diagram | draw cloud architecture | system diagram: architecture diagram, c4 model, diagrams, structurizr, mermaid, draw io, aws diagram, system design
bpmn | business process | process model: bpmn, business process, camunda, process modeling, process mining
beautiful page | looks nice | pretty website | design | make pretty | nicer | ugly: ui design, figma, frontend design, canva, web design, design system, ux, graphic design, tailwind
figma | design file | design code | mockup code | designer handed: figma, design code, figma mcp, design tokens, sketch, penpot, html figma
ui component | button component | component library | ready components: shadcn, component library, ui components, radix, material ui, 21st dev, magic ui, daisyui, chakra, storybook
wireframe | mockup | prototype | clickable prototype: wireframe, mockup, prototyping, figma, ui mockup, balsamiq, uizard
design system | design token | consistent look: design system, design tokens, style dictionary, component library, style guide, figma variables
interior design | furniture | room layout | floor plan: interior design, floor plan, room design, home design, furniture
design page | design app | modern look | ugly interface: ui design, frontend design, figma, ux, design system, shadcn
ai looking design | generic design | design taste: frontend design, design taste, impeccable, ui design, anti slop
dark mode | theme website: dark mode, theming, design tokens, tailwind, color palette
page mobile | mobile layout | responsive layout: responsive design, viewport, tailwind, mobile layout

# 3D and CAD
3d | 3d model | three dimensional | 3d object: 3d, blender, 3d model, threejs, gltf, 3d mesh, meshy, tripo, sketchfab
cad | technical drawing | engineering drawing | mechanical part | construct part: cad, freecad, openscad, solidworks, autocad, fusion 360, cadquery, onshape, build123d
autocad | dwg | dxf: autocad, dxf, dwg, cad
bim | revit: revit, bim, ifc, archicad, sketchup, grasshopper
3d print | 3d printer | stl | slice model: 3d printing, octoprint, 3d printer, stl, bambu, slicer, klipper, gcode, prusa, orcaslicer
cnc | milling machine | laser cutter | gcode: gcode, cnc, laser cutter, grbl
3d browser | 3d website | webgl | threejs: threejs, webgl, three js, babylonjs, webgpu, shader
picture 3d | text 3d: 3d generation, text 3d, image 3d, meshy, hunyuan3d, tripo, rodin
augmented reality | virtual reality | vr: virtual reality, augmented reality, vr, webxr, arkit, xr
point cloud | lidar | photogrammetry: point cloud, lidar, photogrammetry, gaussian splatting, nerf
generate 3d object | 3d scene: text 3d, meshy, blender, 3d generation, tripo, threejs
3d printer status | start print | print failed: octoprint, bambu, klipper, moonraker, 3d printer

# Video
vid | video | film: video, ffmpeg, mp4, video editing, video processing, youtube
presentation video: explainer video, heygen, remotion video, avatar video, manim, synthesia, video generation, talking head, programmatic video, lip sync, motion graphics, d id
explain video | video code | math animation | programmatic video: explainer video, remotion video, manim, video generation, programmatic video, motion graphics, hyperframes
movies: tmdb, video player, movie recommendation, plex, jellyfin, imdb, tv shows, omdb, media server, trakt, letterboxd
film recommend | tv series | film information | series tonight | actor: tmdb, movie recommendation, movie, imdb, tv shows, omdb, trakt, letterboxd, justwatch, film
cut audio: video editing, audio editing, ffmpeg, audacity, video editor, noise reduction, video trim, davinci resolve, audio processing, video cutter, audio cleanup, premiere
edit video | cut video | trim video | join clips | merge videos: video editing, ffmpeg, video editor, video trim, davinci resolve, video cutter, premiere, moviepy, capcut, audio trim, kdenlive, video cut
convert video | video format | mp4 | compress video | video large | transcode: ffmpeg, video conversion, transcode, handbrake, video converter, video compression, mp4
generate video | create video | video text | ai video | make video | animate photo: video generation, text video, veo, kling, sora, heygen, remotion video
talking avatar | digital human | lip sync: heygen, avatar video, synthesia, talking head, lip sync, d id, digital human
short video | clips long video | highlights video: short video, video clipping, opus clip, clip extraction, tiktok
understand video | happens video | watch video | search inside video: video analysis, video understanding, twelve labs, video search, frame extraction, gemini video, scene detection
frame video | extract frames | still video: frame extraction, ffmpeg, keyframes, video frames, opencv
screen recording | record demo | product demo | screen video | film screen: screen recording, obs studio, screencast, demo recording, loom video, asciinema, ffmpeg, vhs
live stream / twitch / broadcast: twitch, live streaming, obs studio, livestream, rtmp
webcam | camera | take photo | security camera | surveillance: webcam, camera, frigate, security camera, rtsp, onvif, ip camera, nvr, blue iris, unifi protect
video hosting | vimeo | stream video: vimeo, video hosting, cloudinary, wistia, video streaming
media server / plex / jellyfin / home cinema: plex, jellyfin, emby, media server, sonarr, radarr, kodi
tv | television | smart tv | remote control tv: smart tv, android tv, samsung tv, roku, chromecast, apple tv, webos, tv control, epg
video thumbnail | video title | youtube seo: thumbnail, youtube seo, vidiq, tubebuddy
silent parts video | filler words | rough cut: silence removal, auto editor, jump cut, filler words, video editing
photos video: slideshow, ffmpeg, video generator, remotion video
gif video: gif, ffmpeg, gif maker, gifski
video quality | upscale video | stabilize video: video upscaling, topaz, video enhancement, video stabilization, real esrgan
video ideas | storytelling video: video script, scriptwriting, storyboard, youtube script
security video | motion detected | person door: frigate, motion detection, security camera, object detection, doorbell
play video tv | cast video: chromecast, android tv, apple tv, airplay, plex

# Audio, music and speech
dictate: speech text, transcription, whisper, speech recognition, transcribe, stt, diarization, deepgram, assemblyai, voice input
transcribe: speech text, transcription, whisper, speech recognition, stt, diarization, dictation, deepgram, assemblyai, voice input
type speaking | stt | spoken words: speech text, whisper, transcription, speech recognition, stt, dictation, deepgram, assemblyai, transcribe, voice input
tts | read aloud | speak text | say loud | listen article | text aloud | read loud | voice output | narrate: text speech, tts, elevenlabs, speech synthesis, voice synthesis, kokoro, piper, voice generation, edge tts, openai tts, narration
voice text | audio text: text speech, transcription, tts, whisper, stt, transcribe, speech recognition, diarization, speech synthesis, deepgram, elevenlabs, assemblyai
speech text: tts, transcription, stt, speech recognition, speech synthesis, whisper, elevenlabs
asr | speech recognition: speech recognition, asr, whisper, transcription, deepgram, vosk
interview recording text | recording text | transcript | write recording: transcription, speech text, whisper, transcribe, diarization, stt, deepgram, assemblyai, speech recognition
speakers apart | separate speakers | identify speaker | speaker recognition: diarization, speaker diarization, pyannote, speaker identification, whisperx
subtitle | captions video | closed captions | srt | subtitles film: subtitle, srt, captions, whisper, subtitle generator, vtt, opensubtitles, closed captions, subtitle translation
clone voice | voice like | imitate voice | voice actor: voice cloning, elevenlabs, tts, voice synthesis, voice conversion, xtts, coqui, fish audio
audiobook | book audio | listen book: audiobook, audible, tts, audiobookshelf, libation, epub audio, librivox
article podcast | make podcast | documents podcast | podcast text: podcast generator, podcast creation, podcastfy, tts, notebooklm, audio overview
sound | audio | mp3 | sound file | convert audio | wav: audio, ffmpeg, mp3, audio conversion, audio processing, wav, audio converter, flac
listen music: music, internet radio, spotify, playlist, radio, apple music, lyrics, radio browser, audio player, sdr, sonos, ham radio
song | playlist | music | album | play music | play song: music, spotify, playlist, apple music, lyrics, audio player, sonos, youtube music, music player, last fm, musicbrainz, tidal
edit audio | trim mp3 | noise audio | clean recording | remove noise: audio editing, audacity, noise reduction, ffmpeg, audio processing, audio cleanup, denoise
sound effect | noise sound | ambient sound | notification sound: sound effects, freesound, audio generation, sfx, soundboard
speak computer | voice control | voice conversation | hands free: voice assistant, voice agent, voice interface, speech recognition, livekit, voice mode, pipecat, voice chat, vapi, voice conversation
voice: tts, voice assistant, elevenlabs
generate music | make song | create music | background music: music generation, suno, ai music, music composition, midi, udio, song generation, musicgen, lyria
recognise song | recognize song | identify music | shazam: shazam, music recognition, audio fingerprint, acrcloud, song identification, chromaprint
sheet music / midi / score music / chord: midi, sheet music, musicxml, chords, lilypond, music theory, musescore, abc notation
music production / ableton / daw / make beats / synthesizer: ableton, daw, music production, logic pro, fl studio, synthesizer, supercollider, strudel, sonic pi
separate vocals / karaoke / stems / remove vocals: stem separation, vocal remover, demucs, spleeter, karaoke, source separation
radio | radio station | listen radio: internet radio, music, radio, spotify, radio browser, sdr, ham radio, audio player, apple music
sonos | speaker room | music home | multiroom: sonos, music assistant, multiroom, airplay
mute / louder: volume control, audio control, sonos
bpm | tempo | audio analysis | music analysis: audio analysis, librosa, bpm, music analysis, audio features, essentia
audio video | video mp3 | extract audio: ffmpeg, audio extraction, mp3, yt dlp
compose music | melody | musical idea: music generation, midi, music composition, suno, music theory
music track | music recommendation | discover music | concert music: spotify, last fm, music recommendation, musicbrainz, apple music
sound volume | volume louder | headphones: volume control, audio control, airpods, audio device
local transcription | offline transcription: whisper, whisper cpp, faster whisper, local transcription, parakeet
agent speak | spoken answer | voice reply: tts, text speech, voice mode, kokoro, elevenlabs

# Games
game | video game: game engine, steam, unity, minecraft, godot, game development, chess
make game | game development | create game | game engine | gamedev: unity, godot, unreal engine, game development, game engine, phaser, roblox, pygame, gamedev, unreal
steam | game library | game prices: steam, steam games, gog, igdb, game library, rawg, isthereanydeal
game statistics | league legends | player stats | esports: riot games, league legends, op gg, esports, player stats, valorant, dota, opendota
board game | card game: board game, boardgamegeek, card game, bgg
dungeons dragons | rpg | tabletop: dnd, dungeons dragons, tabletop, rpg, foundry vtt, d20, roleplaying, dungeon master
magic gathering | pokemon | trading cards: pokemon, pokeapi, scryfall, magic gathering, mtg, trading card
puzzle / sudoku / crossword / wordle / riddle: puzzle, sudoku, wordle, crossword
quiz game: trivia, quiz, open trivia
retro game | old game console: emulator, retroarch, retro gaming, gameboy, nes
background music game | game sound: sound effects, music generation, game audio
game character | npc | game story: npc, game design, character generator, game narrative
game idea | level design | game balance: game design, level design, game development

# Home, devices and robots
android phone | android | control phone | phone automation | use phone | tap screen phone: android, adb, kotlin, mobile automation, android studio, appium, android emulator, mobile mcp, gradle, android control, phone control, scrcpy
iphone / ios app / ipad / ios device / ios simulator / swift / xcode: ios app, swift, iphone, xcode, ios simulator, swiftui, ios device, xcodebuild, idb, appium, apple shortcuts
smart home: home assistant, philips hue, home automation, smart lights, homekit, openhab, lifx, hass, smartthings, govee, hubitat
home automation | home assistant: home assistant, smart home, home automation, homekit, openhab, hass, smartthings, hubitat, homey, iot
turn lights: philips hue, home assistant, smart lights, smart home, wake lan, lifx, homekit, lighting control, wled, govee, yeelight
lamp | dim light: philips hue, smart lights, home assistant, lifx, lighting control, wled, govee, yeelight
heating: thermostat, philips hue, nest thermostat, home assistant, ecobee, smart lights, hvac, smart home, climate control, lifx, tado, homekit
thermostat | room temperature | air conditioner | warm room: thermostat, nest thermostat, ecobee, hvac, climate control, tado, air conditioner, home assistant
door lock | garage door | doorbell | alarm system: smart lock, doorbell, ring doorbell, garage door, alarm system, home security
vacuum | robot vacuum | clean floor: robot vacuum, roomba, roborock, vacuum
switch device | smart plug: smart plug, tasmota, shelly, kasa, tapo, tuya, smart switch
alexa / google home / siri: alexa, google home, siri, voice assistant, google assistant
zigbee / z wave / esphome: zigbee2mqtt, zigbee, esphome, z wave
iot | internet things | connected device: iot, mqtt, aws iot, thingsboard, esp32, node red, device management, tuya
sensor / measure temperature / humidity / read sensor: iot, mqtt, sensor data, home assistant, esp32, temperature sensor
electricity price | energy use | solar panel | power consumption | electricity bill | energy: energy monitoring, solar, electricity prices, energy consumption, photovoltaic, smart meter, tibber, grid carbon, enphase, octopus energy
carbon footprint | co2 | emissions: carbon footprint, carbon emissions, sustainability, climate data, co2, esg, carbon intensity
arduino | microcontroller | esp32 | firmware: arduino, esp32, microcontroller, platformio, firmware, micropython, esp idf, stm32, embedded debugger
raspberry pi | gpio: raspberry pi, gpio, single board
robot | robot arm | move robot | ros: ros, robot, ros2, robot arm, lerobot, mujoco, isaac sim, robot control
drone | quadcopter: drone, mavlink, px4, ardupilot, dji, uav
plc | industrial machine | modbus | scada: modbus, plc, opc ua, scada, industrial automation, siemens, manufacturing, mes
label printer | thermal printer: label printer, zpl, thermal printer, zebra, escpos
scanner document | scan paper: document scanner, paperless, ocr
bluetooth | ble: bluetooth, ble, bluetooth low
sauna / irrigation / lawn: irrigation, sprinkler, lawn mower
lego / wood project / diy: diy, woodworking, lego
room light | light bulb | smart light | light color | devices house: philips hue, home assistant, smart lights, smart home, lifx, homekit, govee, mqtt, wled, zigbee, tuya
turn device | power socket | switch socket: smart plug, tasmota, shelly, kasa, tuya, home assistant
washing machine / dishwasher / appliance / oven: home appliances, smartthings, home connect, miele, lg thinq
amazon echo | smart speaker: alexa, amazon echo, smart speaker, google home
swimming pool | lawn mower | garden watering: irrigation, lawn mower, pool control, sprinkler
solar | battery home | photovoltaic: solar, photovoltaic, home battery, enphase, solaredge, powerwall
gps tracker | track vehicle | fleet: gps tracking, traccar, fleet, telematics, samsara
machine maintenance | predictive maintenance | equipment failure: predictive maintenance, cmms, condition monitoring
digital twin | factory data | production line: digital twin, mes, manufacturing, opc ua
flash firmware | program chip | jtag: jtag, openocd, firmware, probe rs, stm32, embedded debugger
simulate robot | train robot: mujoco, isaac sim, gazebo, robotics, lerobot, pybullet
receipt paper | sticky label: thermal printer, receipt printer, label printer, escpos
electronic circuit | electronic schematic: circuit design, kicad, pcb, electronics, digikey, spice
embedded system | embedded device: embedded systems, firmware, microcontroller, esp32, platformio

# General verbs and adjectives
make smaller | smaller | shrink | reduce | squeeze: compress, shrink, resize, minify, thumbnail
bigger | enlarge | make larger: upscale, enlarge, resize, super resolution, esrgan
compress: gzip, zip, minify, brotli, zstd, tinypng
resize: crop, thumbnail, imagemagick
crop | trim: crop, image crop
split | divide | separate: chunking
join / merge / combine / put together: concat, concatenate
compare | comparison | see difference | versus: diff, benchmark
watch | keep eye | keep watch | monitor: monitoring, alert, observability
warn: alert, pagerduty
explain | explanation | understand | make sense: explainer, tutor, walkthrough, explain code, eli5
describe: caption, image description, alt text
record: screen recording, audio recorder, screen capture
play video | watch film: video player, plex, jellyfin, movie, tmdb, media server
share | show others | make public: file sharing, share link, public link, screen sharing
share terminal | share screen | show screen: screen sharing, terminal sharing, tmate, webrtc, upterm
send: smtp, file transfer, send message, send email, send notification
incoming message | receive messages | react incoming: webhook, inbound webhook, message listener
publish: wordpress, npm publish, release automation, content publishing
test | tester | works correctly: test runner, unit test, test automation, playwright, jest, pytest, qa, vitest
check | verify | validate: linter, verifier, health check
fix | repair | solve problem | broken | doesnt work | mend: troubleshooting, autofix, auto fix, debugging, debugger, error fix, bug fix
speedup | faster | slow | make fast | bad performance: performance optimization, profiler, benchmark
fast | quicker | quick: blazing fast, lightweight, high performance, low latency, ultra fast
retry | fails sometimes | flaky: retry, backoff, flaky, circuit breaker
launch | open program | open app | start program: launcher, app launcher, open app, autostart, raycast, alfred
install | setup: installer, package manager
update | upgrade | newer version | latest version | outdated: renovate, dependabot, version check
uninstall | get rid | remove program: uninstaller, app cleaner, bloatware
hide | conceal | invisible: obfuscate, redaction, masking, steganography, data masking
lock: file lock, mutex, encryption, access control
unlock: decrypt, password recovery, smart lock
protect | secure | keep safe: encryption, firewall, guardrails, security scanner, hardening, data protection
pii | sensitive data: anonymization, pii, redaction, presidio, pseudonymization, masking, data masking, gdpr, pii detection, dlp
private | nobody sees | confidential: local first, privacy first, privacy focused, self hosted, encrypted, onprem, zero knowledge
offline | without internet | internet unavailable | local machine: local first, self hosted, ollama
cheap | low cost | inexpensive: cost optimization, low cost, free tier, price comparison, coupon, affordable
free | without paying | gratis | pay nothing: open source, free tier, keyless, free api
open source | foss: open source, mit license, foss, apache license
safe | safer | danger: sandbox, guardrails, security scanner, safety check
trust | trustworthy | reliable: trust score, security audit, reputation score, trust layer
easy | easier | simple | beginner: lightweight, zero config, user friendly, beginner friendly, one click, nocode
small | lightweight | minimal | tiny: lightweight, small footprint, zero dependency, minimalist, micro library
huge | enormous: large files, big data, large scale
legacy | ancient: legacy code, code migration, legacy system, refactor
new releases | latest release | new version: release monitor, release notes, new releases, version checker, changelog
duplicate | twice: deduplication, dedupe, duplicate finder
missing | lost | cannot find | disappeared: data recovery, file recovery, undelete, gap analysis, file search
unused | longer needed: dead code, knip, prune, depcheck
incorrect | mistake: error detection, error correction, linter, proofreading
similar | alike | resembles: semantic similarity
identical copies: duplicate finder, deduplication, checksum, diff
better | improve | enhance: refactor, self improvement
bulk | mass: batch processing, mass update
batch: batch processing
parallel | simultaneously: concurrency, multithreading, worker pool
real time | realtime | instantly: realtime, real time, live data, websocket, live updates
count: word count, token count, statistics tool
measure: benchmark, profiler
audit record | keep record | log everything: audit log, audit trail, activity log, event log
collect information | gather | bring together: aggregator, scraper, curation, data collection, collection tool
filter | sift: content filter, relevance filter, filter rules, relevance ranking
seek | hunt: search engine, full text, semantic search, search tool
replace | swap: find replace, search replace, string replace, drop replacement
rename: bulk rename
clone | make copy: file copy, replicate data, git clone
migrate | switch provider | transfer data: migration, data migration, import export
import data | import file | import list: data import, csv import
export | download everything mine: data export, backup, takeout
upload photos | photos online: photo upload, immich, flickr, google photos, cloudinary, image hosting
store data | keep | save | preserve: persistent storage, key value, data store, local storage
archive: backup, long storage
delete | remove | erase | throw away: eraser, delete files, removal tool
clean | dirty | messy | mess: sanitize, file organizer
organise stuff | organize stuff | arrange | put order: file organizer, auto organize, declutter
connect | link together | integrate service: app integration, connectors, api integration, zapier, n8n, composio
remote | afar: ssh, remote access, tunnel, remote desktop, remote control
make available internet | expose local | localhost public | local server public: tunnel, ngrok, cloudflared, localtunnel, tailscale, cloudflare tunnel, frp
subscription | cancel subscription | subscriptions pay: subscription tracker, recurring payments, billing, wallos
guess | predict outcome: forecasting, prediction market, polymarket, odds
decide | choose | choice: decision making, decision support, decision matrix, decision helper
learn examples | demonstrate: fewshot, code examples, walkthrough, tutorial
guide | tutorial | instructions: tutorial, walkthrough, howto, documentation, step guide
limit | restrict | maximum: limiter, rate limit, throttle, spending limit, usage limit
block | prevent | forbid: firewall, blocklist, ad blocker, website blocker, guardrails
switch lights | wake computer: home assistant, smart home, wake lan, homekit, philips hue
easiest way | without hassle | less effort: one click, zero config, nocode
weird | strange | suspicious | unusual: anomaly detection, fraud detection, anomaly, scam detection, outlier
blurry | blurred | sharper: sharpen, deblur, upscaler, super resolution, image enhancement
$list$);

-- The list of synonyms: what people say, and what skills call it. 46_synonyms.sql explains the format and loads it.

create function private.synonym_list() returns text
language sql immutable parallel safe set search_path = ''
return $list$
# Web pages and browsers
browse web | surf web | surf internet | browse internet: browser, browser automation, playwright, puppeteer, browser use, web browsing, chrome, chromium
control browser | drive browser | operate browser | automate browser: browser automation, playwright, puppeteer, selenium, webdriver, cdp, browserbase, stagehand, chrome devtools
click website | click button | press button | click link: browser automation, playwright, puppeteer, selenium, browser use, computer use, gui automation
use chrome | chrome tab | own browser: chrome extension, chrome devtools, chrome, browser extension, cdp, browser mcp
browser: chrome, firefox, chromium, playwright, puppeteer, webdriver, safari
chrome: chromium, browser, devtools, puppeteer, cdp
firefox: geckodriver, gecko, browser, mozilla
safari: webkit, safari, webdriver
microsoft edge | edge browser: chromium, edge browser, msedge
headless | headless browser | invisible browser: headless, puppeteer, playwright, chromium, browserless, browserbase
website | webpage | web page: web page, webpage, web site, web content, html
site: web site, web page, webpage
read webpage | read website | read web page | open url: fetch url, web fetch, web reader, url content, html markdown, readability, jina reader, web content
fetch page | fetch website | fetch url | download webpage | load url: fetch url, web fetch, http client, web content, url content, curl, fetch web
grab website | pull website | collect website | take website: scraper, scraping, crawler, web scraping, firecrawl, data extraction
article text | read article | clean article | extract article: readability, article extractor, article extraction, trafilatura, newspaper3k, web content, reader mode, boilerplate
webpage markdown | website markdown | url markdown | html markdown: html markdown, url markdown, turndown, markdownify, jina reader, markdown conversion, web2md, markitdown
html text | strip html | remove html | html tags: html parser, beautifulsoup, cheerio, turndown, html text, sanitize html
parse html | html parser: html parser, beautifulsoup, cheerio, jsdom, lxml, htmlparser2
ads page | remove ads | block ads | annoying ads: adblock, ad blocker, ublock, reader mode, pihole, readability
cookie banner | cookie popup | cookie consent | accept cookies: cookie consent, cookie banner, gdpr consent, consent manager
cookie: cookies, cookie jar, session cookie, tough cookie
popup: popup, dialog box, modal dialog, popup blocker
log website | login website | sign website | behind login: browser session, authenticated browser, browser profile, cookies, browser automation, login automation
fill form | fill website | fill online form | complete form: form filling, form filler, autofill, browser automation, playwright
screenshot website | screenshot page | capture webpage | picture website | picture webpage | snapshot website: website screenshot, web screenshot, screenshot, page capture, puppeteer, playwright, screenshotone, urlbox
screenshot | screen shot | screen grab | screen capture: screenshot, screencapture, screen capture, snapshot
webpage pdf | website pdf | webpage print | save website pdf: html pdf, url pdf, web pdf, wkhtmltopdf, puppeteer, weasyprint, print pdf
see screen | look screen | watch screen: screenshot, screen capture, screen recording, computer use, screenpipe, screen reader
use computer | control computer | control desktop | control mouse | operate computer: computer use, desktop automation, gui automation, pyautogui, robotjs, mouse keyboard, applescript, autohotkey
mouse | keyboard: mouse keyboard, pyautogui, keystroke, hotkey, desktop automation, nutjs
bookmark | favourite page | favorite page | saved links: bookmark, bookmarks, raindrop, pinboard, linkding, karakeep, hoarder, link manager
keep link | collect links | remember link: bookmark, bookmarks, raindrop, linkding, link manager, karakeep
read later | save article | article later: read later, instapaper, readwise, omnivore, wallabag, karakeep, bookmark
browser history | pages visited | sites visited | visited website: browser history, browsing history, chrome history, history sqlite
open tabs | too many tabs | browser tabs: tab manager, browser tabs, browser tab, chrome tabs, tab management
short link | shorten link | shorten url | long url | link shorter | tiny link: url shortener, link shortener, bitly, short url, tinyurl, short link, dub
expand link | unshorten | real link: unshorten, url expander, redirect chain, expand url, resolve redirects
qr | qr code | scan code phone: qr code, qrcode, barcode
dead link | broken link | links work | link check | 404: broken link, link checker, dead link, link validation, linkcheck, lychee
archive website | archive webpage | save copy website | keep copy webpage: web archive, wayback, archivebox, singlefile, warc, internet archive
old version website | website used look | deleted webpage | past website | old webpage: wayback, wayback machine, internet archive, web archive, archive org
mirror website | whole website | download entire website | copy site | website offline: httrack, site mirror, website downloader, crawler, wget, offline website, warc
sitemap | list pages | pages site | structure site: sitemap, site map, crawler, url discovery, site crawler
web page changes | page changed | monitor website | watch website | watch page | website changed | page updated: change detection, website monitor, page monitor, changedetection, watch url, url monitor, web monitoring, visualping
website down | site down: uptime, uptime monitor, uptime kuma, health check, website monitor, status page, pingdom, uptimerobot
slow website | slow page | page speed | website speed | site slow | loads slowly: lighthouse, page speed, pagespeed, web vitals, core vitals, performance audit, webpagetest
google ranking | found google | higher google: seo, search console, serp, keyword research, ahrefs, semrush, rank tracker, dataforseo
seo | search engine optimisation | search engine optimization: seo, keyword research, search console, sitemap, meta tags, serp, backlink
keywords rank | keyword research | people search google: keyword research, google trends, seo, ahrefs, semrush, search volume, dataforseo
backlink: backlink, backlinks, ahrefs, seo
meta tags | link preview | social preview | og image: open graph, meta tags, link preview, opengraph, og image, unfurl
structured data | schema org | rich snippet: schema org, jsonld, json ld, structured data, microdata
website disabled people | accessibility audit | accessibility check | accessibility issues | blind users | screen reader | wcag | a11y: accessibility, a11y, wcag, axe core, screen reader, aria, pa11y
website colours | website style | copy design website | clone website | website look like: website clone, website cloner, design extraction, css extraction, design tokens, screenshot code
visitors website | website traffic | people visit | many visitors: web analytics, google analytics, ga4, plausible, umami, matomo, posthog, traffic analytics, similarweb
analytics: google analytics, ga4, plausible, posthog, matomo, mixpanel, amplitude, web analytics
website technology | website built | framework website | tech stack website | cms: wappalyzer, builtwith, tech stack, technology detection, technology lookup
owns website | domain owner | domain registered | whois: whois, rdap, domain lookup, domain registration, dns lookup
domain name | free domain | domain available | buy domain | name website: domain availability, domain name, domain search, whois, namecheap, godaddy, porkbun, domain registrar
dns | nameserver | domain records: dns, dns records, cloudflare, nameserver, route53
ip address | ip location: geoip, ip geolocation, ip address, ipinfo, maxmind, ip lookup
console errors | browser errors | debug page | browser console: chrome devtools, devtools, console logs, browser logs, browser debugging, browser tools
network requests | requests page | intercept requests | page loads: network requests, har, mitmproxy, devtools, request interception, http proxy
user agent | pretend phone | mobile browser: user agent, device emulation, mobile emulation
captcha | robot check | prove human: captcha, captcha solver, recaptcha, turnstile, 2captcha, hcaptcha
blocked website | blocks bot | anti bot | detected bot | cloudflare blocks: anti detect, stealth browser, undetected, bot detection, antibot, residential proxy, cloudscraper, camoufox, patchright
proxy | different country | change ip | another ip: proxy, proxies, residential proxy, rotating proxy, socks5, bright data, vpn
vpn: vpn, wireguard, openvpn, tailscale
browser extension | chrome extension | browser plugin | browser addon: browser extension, chrome extension, webextension, firefox addon, manifest v3
user script | userscript | tweak website | modify website: userscript, tampermonkey, greasemonkey, user script
test website | check website works | test webpage: playwright, cypress, e2e, selenium, e2e testing, browser testing, webdriverio, ui testing
visual difference website | look same | compare screenshots | layout broken: visual regression, screenshot diff, pixelmatch, backstopjs, percy, image diff
record browser | record clicks | replay clicks | repeat clicks: browser recorder, session replay, codegen, action recorder, playwright codegen, macro recorder, rrweb
repeat website task | boring website task | same clicks: browser automation, rpa, workflow automation, playwright
rpa | robotic process: rpa, uipath, browser automation, robotic process, process automation
build website | make website | create website: website builder, static site, site generator, landing page, wordpress, webflow, astro, hugo, nextjs
landing page: landing page, website builder, page builder
small business website | simple website: website builder, static site, landing page, carrd, wix, squarespace
content management | edit website content: cms, headless cms, wordpress, contentful, strapi, ghost cms, drupal, payload cms
wordpress | wp: wordpress, woocommerce, elementor, wp cli
blog | blog post: blog, wordpress, ghost cms, blogger, medium article, hashnode, hugo, jekyll
publish blog | put article online | publish article: wordpress, ghost cms, hashnode, medium article, devto, blog publishing, substack
host website | put website online | website live | publish website: static hosting, netlify, vercel, github pages, cloudflare pages, web hosting, deploy website
newsletter: newsletter, substack, mailchimp, beehiiv, buttondown, convertkit, email marketing
comment website | comments section: comment system, disqus, giscus
web component | widget website | embed widget: web component, web widget, embeddable, iframe
cache page: cache, web cache, http cache
http request | call url | rest call | web request: http client, http request, curl, rest client, postman
curl | wget: curl, wget, http client
webhook | callback url: webhook, webhooks, event trigger, svix
websocket | live connection | real time updates: websocket, socket io, sse, realtime
pages change price | price drop | price watch | cheaper later | track price: price tracker, price monitor, price drop, price comparison, keepa, camelcamelcamel, price history
back stock | stock again | product available again: stock alert, restock, availability monitor, inventory monitor, change detection
ticket available | appointment available | slot free online: availability monitor, change detection, appointment checker, ticket alert, slot checker

# Scraping and data extraction
scrape | crawl | extract website | web scraping: scraper, crawler, spider, web scraping, html parser, firecrawl, puppeteer, playwright, cheerio, scrapy
scraper | crawler: scraping, crawling, spider, firecrawl, scrapy, apify, crawl4ai, crawlee
data website | info website | information website | website spreadsheet | copy website: scraper, scraping, web scraping, data extraction, firecrawl, apify, crawl4ai
table webpage | table website | html table: html table, table extraction, table scraper, scraping, readhtml
extract data | pull data | pull information | extract information: data extraction, structured extraction, information extraction, structured data, langextract
structured output | structured json | unstructured structured | text json: structured output, structured extraction, json schema, structured data, pydantic
javascript page | dynamic page | page empty scrape | rendered page: headless browser, puppeteer, playwright, javascript rendering, dynamic content
css selector | xpath | select element: css selector, xpath, dom query, cheerio
product prices | shop prices | prices online | competitor price: price scraper, price comparison, price monitor, product data, ecommerce scraper, amazon scraper, price tracker
amazon products | amazon prices | amazon reviews: amazon scraper, amazon product, keepa, rainforest, amazon reviews
google maps businesses | local businesses | shops near | business leads map: google maps, places api, maps scraper, yelp, local business, google places, outscraper
linkedin | linkedin profile | linkedin people: linkedin, linkedin scraper, proxycurl, linkedin profile
scrape twitter | tweets | x posts | twitter: twitter, tweet, x api, tweepy, nitter, x twitter
scrape instagram | instagram: instagram, instaloader, instagram scraper, instagram graph
facebook: facebook, meta graph, facebook graph, facebook ads
tiktok: tiktok, tiktok scraper, short video
reddit | subreddit: reddit, subreddit, praw, pushshift
hacker news | hackernews | hn: hacker news, hackernews, algolia hn
youtube | video site: youtube, yt dlp, invidious, youtube data
youtube transcript | video says | youtube text | video subtitles | summary youtube: youtube transcript, video transcript, youtube captions, transcript, subtitles, youtube summary, yt dlp
download video | save video | youtube download | keep video: yt dlp, video downloader, youtube downloader, youtube dl, cobalt, media downloader
download images website | save pictures website: image downloader, image scraper, gallery dl, image crawler, bulk download
download many | bulk download | download everything | download list: bulk download, batch download, download manager, downloader, aria2, wget
download: downloader, download manager, wget, curl, aria2, yt dlp
job ads | job listing | find job | job openings | vacancies: job search, job board, job scraper, linkedin jobs, indeed, jobspy, job postings, careers
house listings | flats rent | apartments rent | property listings | find apartment | find flat: real estate, zillow, rightmove, property listing, airbnb, rental listings, redfin, idealista
second hand | used items | small ads | sell used: ebay, craigslist, classifieds, vinted, facebook marketplace, gumtree
reviews product | customer reviews | read reviews | reviewers think: reviews scraper, trustpilot, product reviews, review analysis, google reviews, yelp, app reviews
app store reviews | app reviews: app store, google play, app reviews, play scraper, appfollow
public records | company records | company registration | company register: company registry, companies house, opencorporates, business registry, sec edgar, company data
email addresses website | find email addresses | find email person | email finder | email company: email finder, hunter io, email extractor, contact finder, apollo io, lead enrichment, prospecting
rss | feed | follow site | new posts site | follow blog: rss, atom feed, feed reader, feedparser, rss feed, miniflux, freshrss, feedly
feed without rss | make feed | site feed: rss generator, rsshub, rss bridge, feed generator
rate limit | too many requests | throttle: rate limit, rate limiter, throttling, throttle, backoff
robots txt | allowed scrape: robots txt, robots parser, crawler policy
llms txt: llms txt, llms full, llmstxt
website api | site without api | official api missing: web scraping, scraper, browser automation, unofficial api, api reverse, data extraction
youtube channel | video views | subscribers: youtube analytics, youtube data, channel statistics, youtube api

# Web search and research
web search | search internet | look internet | look online | find online: web search, brave search, tavily, exa, serpapi, duckduckgo, searxng, google search, bing search, perplexity
google: google search, serpapi, custom search, serper, web search, gemini, google workspace
search google | google results | search results page: google search, serpapi, serper, serp, custom search, web search
duckduckgo | search privately: duckduckgo, searxng, brave search, private search, kagi, metasearch
bing: bing search, bing, web search
search engine: search engine, searxng, elasticsearch, meilisearch, typesense, opensearch, algolia, web search, metasearch
own search engine | selfhosted search: searxng, metasearch, meilisearch, typesense, yacy, elasticsearch
current information | latest information | recent information | knowledge cutoff: web search, real time, realtime search, tavily, brave search, news search, perplexity
look up | lookup: lookup, search engine, dictionary, wikipedia
find out | find answer | answer question: question answering, web search, perplexity, research assistant, deep research, wolfram
research | investigate topic | dig topic | learn about topic: deep research, research assistant, research agent, web research, literature review, gpt researcher, tavily, exa
deep research | thorough research | research report | research topic: deep research, gpt researcher, research agent, multi source, web research, research report
write report topic | report sources | report citations: deep research, research report, report generation, citations, gpt researcher
facts true | fact check | check claim | really true | verify claim | fake news | misinformation: fact check, fact checking, claim verification, factcheck, verification, misinformation, hallucination detection
cite source | proof source: citation, citations, grounding, provenance, source attribution
citation | cite | bibliography | references list: citation, bibliography, bibtex, zotero, citation style, csl, mendeley, crossref
scientific papers | academic papers | research papers | find papers | scholarly articles | studies about: arxiv, semantic scholar, pubmed, google scholar, openalex, crossref, academic papers, scientific literature, paper search
scientific article: arxiv, scholarly, academic paper, research paper, semantic scholar
medical studies | medical research | health studies | medical papers: pubmed, clinical trials, biomedical literature, medrxiv, europe pmc, clinicaltrials, ncbi
preprint: arxiv, biorxiv, medrxiv, preprint
literature review | review papers | papers field | state art: literature review, systematic review, semantic scholar, arxiv, paper search, openalex
read paper | understand paper | explain paper | summarise paper | summarize paper: paper summary, paper reader, arxiv, paper analysis, paper summarization, research paper
doi | paper doi: doi, crossref, unpaywall, openalex
free paper pdf | paper paywall | open access | full text paper: unpaywall, open access, sci hub, core ac, full text, arxiv
paywall | behind paywall: paywall, archive today, unpaywall, bypass paywall
zotero | reference manager: zotero, mendeley, reference manager, bibtex, papis, citation manager
encyclopedia | encyclopaedia | wikipedia: wikipedia, mediawiki, wikidata, encyclopedia, kiwix
facts about | trivia: wikipedia, wikidata, knowledge graph, trivia, dbpedia
latest news | world news | read news | news articles | breaking news | news headlines | happened today | current events: news api, newsapi, news aggregator, rss, headlines, gdelt, news search, google news
morning news | news summary | daily digest | daily briefing | news digest: news digest, news summary, daily briefing, daily digest, news aggregator, rss, morning briefing
trending | popular now: google trends, trending topics, trend analysis, hot topics
competitor | competition doing | rival | watch competitors: competitor analysis, competitive intelligence, competitor research, market research, similarweb, competitor monitoring
market research | market size | industry analysis: market research, industry analysis, market analysis, competitive intelligence, statista
company information | info company | research company | about company: company research, company data, crunchbase, firmographic, clearbit, company lookup, apollo io
find people | someone online | background check: people search, people data, osint, linkedin, background check, proxycurl
osint | find everything person | username search | open source intelligence: osint, sherlock, reconnaissance, shodan, maltego, people search, spiderfoot
patent | invention exists | prior art: patent, uspto, patents search, prior art, google patents, epo
law cases | court cases | legal research | laws about: legal research, case law, courtlistener, legislation, statute, court opinions, legal search
government data | open data | public data | public statistics: open data, data gov, ckan, eurostat, census, world bank, public datasets, government data
statistics country | country population | gdp | economic data: world bank, fred, census, eurostat, imf, oecd, economic data
dataset | find dataset | data training: dataset, kaggle, hf datasets, huggingface, open data, datasets
image search | find pictures | stock photo | free pictures | find photos: image search, unsplash, pexels, pixabay, stock photos, google images, wikimedia commons
reverse image | source picture | find similar picture: reverse image, image similarity, tineye, google lens, image search, visual search
find video | search videos: video search, youtube search, youtube, vimeo
find code examples | code search | example code | others code: code search, github search, grep app, sourcegraph, code examples, context7
library documentation | current docs | latest docs | api docs | outdated docs: context7, documentation search, docs mcp, library docs, api documentation, devdocs, deepwiki, ref tools
stack overflow | programming question | stackoverflow: stackoverflow, stack overflow, stack exchange, stackexchange
tool exists | tool directory | discover tools: tool discovery, tool search, mcp registry, tool registry, tool catalog, smithery, skill finder, awesome list, mcp discovery
mcp servers list | discover mcp: mcp registry, mcp discovery, mcp marketplace, smithery, glama, mcp hub, mcp directory, mcp installer
skill exists | discover skills | agent skills list | more skills: skill finder, skills registry, skill marketplace, skill discovery, find skills, skill installer, awesome skills
install mcp | set up mcp: mcp installer, mcp manager, mcp hub, mcp cli, mcp config
recommend | suggestion | suggest something: recommendation, recommender, recommender system
compare products | best product | choose between | decide between: product comparison, comparison, decision matrix, product research, price comparison, pros cons
pros cons | weigh options | help decide | hard decision | make decision: decision making, decision matrix, decision support, pros cons, decision framework, trade off
search several engines | many search engines | combine search | several sources: metasearch, searxng, multi engine, aggregated search, federated search, omnisearch
china search | baidu | chinese search: baidu, bocha, chinese search, metaso, zhihu
chinese social | xiaohongshu | weibo | wechat articles: xiaohongshu, weibo, wechat, bilibili, douyin, zhihu
russian search | yandex: yandex, yandex search
podcast | find podcast | listen podcast: podcast, podcast index, listen notes, podcast transcript, rss
book search | find book | books about | isbn: open library, google books, goodreads, isbn, book search, gutenberg
find place | places near: google maps, openstreetmap, mapbox, geocoding, nominatim, overpass, nearby places
coordinates | latitude longitude: geocoding, geocoder, address lookup, nominatim, reverse geocoding, address validation

# E-mail
email | mail | e mail | inbox: email, gmail, imap, outlook, smtp, mailbox, inbox, mail server
read email | check email | check mail | look inbox: gmail, imap, outlook, email client, mailbox, inbox, exchange, himalaya, fastmail
send email | send mail | mail someone | email someone | email people: smtp, sendgrid, resend, mailgun, nodemailer, send email, gmail, postmark, ses, email sender
write email | draft email | compose email | email wording | polite email: email writer, email draft, email drafting, email composer, email assistant, email copywriting
reply email | answer email | respond email | answer mail | reply customer: email reply, auto reply, email assistant, email responder, draft replies, autoresponder
too many emails | full inbox | inbox mess | drowning email | email overload | inbox zero: inbox zero, email triage, email management, inbox management, email cleanup, email organizer, email filter
sort email | organise email | organize email | email folders | label email | tidy inbox | clean inbox: email triage, email classification, email organizer, gmail labels, inbox management, email filter, email rules, sieve
important email | urgent email | prioritise email | prioritize email | miss email: email triage, email priority, inbox triage, priority inbox, email classification
summary email | summarise email | summarize inbox | email digest: email summary, email summarization, email digest, inbox summary
unsubscribe | stop newsletter | unwanted email | mailing list off: unsubscribe, email cleanup, newsletter cleanup, mailing list, inbox cleaner
spam | junk mail | junk email: spam filter, spam detection, antispam, spamassassin, rspamd, spam
phishing | scam email | fake email | suspicious email | suspicious message: phishing, phishing detection, scam detection, email security, dmarc
old emails | find email | search email | lost email: email search, gmail, imap, mail search, notmuch, mailbox search, email archive
email attachment | attached file | attachment: attachment, attachments, email attachment, imap, mime
export email | backup email | email archive | save emails: mbox, eml, email archive, email backup, email export, imapsync, maildir
move email | migrate email | switch email provider | change email provider: imapsync, email migration, imap, mailbox migration
eml | msg file | mbox: eml, mbox, msg, mime, email parser, outlook msg
parse email | data email | extract email | receipts email | invoices email: email parser, email parsing, email extraction, mailparser, inbound email, receipt extraction
gmail | google mail: gmail, google workspace, google mail
outlook | hotmail | office mail | microsoft email: outlook, microsoft graph, office 365, exchange, microsoft 365, ms365
exchange server | microsoft mail: exchange, ews, microsoft graph, outlook
apple mail | icloud mail | mac mail: apple mail, icloud mail, mail app, applescript
proton mail | protonmail | encrypted email | private email: protonmail, proton mail, pgp, encrypted email, tutanota, proton bridge
imap | smtp | pop3: imap, smtp, email, mail server, mailbox
own mail server | mail server | host email: mail server, postfix, dovecot, mailcow, mailu, smtp server
disposable email | temporary email | throwaway email | fake address signup | temp mail: disposable email, temporary email, tempmail, temp mail, mailinator, email alias, mail tm
email address agent | agent inbox | agent own email: agentmail, agent email, agent inbox, email inbox, inbound email
alias email | hide email address: email alias, simplelogin, anonaddy, addy io, email forwarding
email valid | check email address | verify email address | email exists: email verification, email validation, email validator, email checker, zerobounce, neverbounce
email delivered | emails land spam | mail goes spam | deliverability: deliverability, dmarc, spf, dkim, email deliverability, mail tester
mass email | bulk email | email everyone | mail merge | email list | many recipients: mail merge, bulk email, mailchimp, email campaign, sendgrid, email marketing, brevo, mailgun
email campaign | marketing email: email marketing, mailchimp, klaviyo, brevo, hubspot, email campaign, activecampaign, customerio
cold email | outreach | contact strangers | sales email: cold email, outreach, lemlist, smartlead, sales outreach, email sequence
nobody replied | remind reply: follow up, email followup, email tracking, email sequence
email opened | track email: email tracking, open tracking, read receipt
email template | pretty email | html email | email design: email template, mjml, react email, html email, maizzle, email templates
email signature: email signature, signature generator, html signature
confirmation code email | verification code | otp email | login code: otp, verification code, email otp, otp extraction, totp
email notification | email result | email alert | report email: email notification, email alert, smtp, notification, send email
newsletter sender | write newsletter | send newsletter: newsletter, mailchimp, substack, beehiiv, buttondown, listmonk, email campaign
forward email | route email: email forwarding, email routing, inbound email, forwardemail
save attachments | download attachments | attachments folder: email attachment, attachment download, imap, gmail attachments
vacation reply | office reply | away message: autoresponder, vacation responder, auto reply
team inbox | shared mailbox | group inbox: shared inbox, help scout, front app, missive, zendesk
email task | email todo | mail task: email task, task extraction, todoist, email tasks, gmail tasks
long thread | email thread | email conversation: email thread, thread summary, email summarization, gmail threads

# Calendar and meetings
calendar | calender | agenda | diary dates: calendar, google calendar, caldav, ical, outlook calendar, ics, calendars
calendar entry | add calendar | put calendar | event calendar | create event: google calendar, calendar event, calendar events, caldav, ics, outlook calendar, apple calendar
appointment | book appointment | make appointment | fix appointment: appointment, appointment booking, scheduling, calendly, booking, cal com
schedule meeting | book meeting | arrange meeting | set up meeting | plan meeting: meeting scheduler, google calendar, calendly, scheduling, cal com, meeting scheduling, outlook calendar
free time | free slot | am busy | time everyone | everyone free: free busy, availability, calendar availability, find time, google calendar, calendly, scheduling
double booked | calendar conflict | two appointments: calendar conflict, conflict detection, scheduling conflict, calendar
plan day | plan week | daily plan | organise day | organize day: daily planner, day planner, daily planning, time blocking, calendar, planner, sunsama, weekly planning
time block | focus time: time blocking, focus time, reclaim ai, calendar blocking, pomodoro
meeting: meeting, zoom, google meet, teams meeting, calendar, meeting notes, webex
meeting notes | meeting minutes | said meeting | protocol meeting | summary meeting: meeting notes, meeting minutes, meeting transcript, fireflies, otter, meeting summary, meeting assistant
record meeting | transcribe meeting | record call: meeting recorder, meeting transcription, meeting bot, recall ai, fireflies, otter, whisper, vexa, call recording
join meeting | attend meeting | bot meeting | go meeting: meeting bot, recall ai, meeting agent, vexa, meeting attendee, joinly, google meet
action items | tasks meeting | next steps meeting: action items, meeting notes, meeting summary, task extraction
prepare meeting | meeting prep | before meeting: meeting prep, meeting brief, meeting preparation, briefing, agenda
video call | video conference | online meeting: zoom, google meet, jitsi, microsoft teams, webex, video conferencing, webrtc, livekit, daily co
zoom: zoom, zoom meetings, video conferencing
google meet: google meet, google workspace
microsoft teams | ms teams: microsoft teams, ms teams, microsoft graph
let people book | customers book | booking page | clients book | book time slot: calendly, cal com, booking, appointment booking, booking system, scheduling, acuity
calendly: calendly, cal com, scheduling link
ical | ics | calendar file: ics, ical, icalendar, caldav, calendar
apple calendar | icloud calendar | mac calendar: apple calendar, icloud, eventkit, caldav, ical, icalbuddy
google calendar | gcal: google calendar, gcal, google workspace
outlook calendar | office calendar: outlook calendar, microsoft graph, outlook, exchange
sync calendars | several calendars | merge calendars | combine calendars: calendar sync, caldav, calendar aggregation, multi calendar, vdirsyncer
caldav | nextcloud calendar: caldav, nextcloud, radicale, carddav
birthday | anniversary | remember birthday: birthday, birthday reminder, contacts, reminder
holiday | bank holiday | public holiday | day off: holiday, public holidays, holidays, vacation, leave management
leave request | vacation request | absence | sick leave: leave management, time off, pto, hr, bamboohr
time zone | timezone | time difference | time abroad: timezone, time zone, world clock, timezone conversion, current time, moment timezone, datetime
current time | today date: current time, datetime, time server, current date, clock, timezone
date calculate | days between | days until | many days | date difference | working days: date calculation, date math, datetime, date fns, business days, countdown, dayjs, luxon
next tuesday | understand dates | parse date: date parser, chrono, date parsing, date language, dateparser
countdown | deadline close: countdown, deadline, timer
alarm | wake up | timer | stopwatch: alarm, timer, stopwatch, pomodoro, clock
remind | forget things | keep forgetting | nudge: reminder, reminders, notification, todo, apple reminders, alert, cron
recurring | every day | every week | every morning | every hour | repeat daily | each night: cron, scheduler, scheduled task, recurring, cron job, job scheduler
schedule: scheduler, scheduling, cron, calendar, scheduled task, timetable
run later | delay task | certain time: scheduler, scheduled task, cron, delayed job, job queue, at command
staff rota | roster | duty plan | work schedule: shift scheduling, roster, workforce, shift planning, timetable
timetable | school schedule | class schedule: timetable, class schedule, course schedule, scheduling
find events | concerts near | things weekend: eventbrite, ticketmaster, event discovery, meetup, event search, concerts, luma
invite people | invitation | guest list | rsvp: invitation, rsvp, calendar invite, eventbrite, guest list, luma
room booking | meeting room: room booking, meeting room, room scheduler, resource booking
sunrise | sunset | moon phase: sunrise sunset, astronomy, moon phase, solar

# Contacts and CRM
contact | address book | phone numbers | people know: contacts, address book, carddav, vcard, google contacts, apple contacts, people api
vcard | vcf | business card: vcard, vcf, business card, carddav, contacts
scan business card | read business card: business card, ocr, contact extraction, card scanner
crm | customer relations | manage customers | customer database | clients list | keep track customers: crm, salesforce, hubspot, pipedrive, zoho, customer relationship, attio, odoo
customer records | client data | customer list: crm, hubspot, salesforce, customer data, client management
salesforce | sfdc: salesforce, soql, sfdx
hubspot: hubspot, crm, hubspot crm
sales pipeline | sales leads | track deals: pipedrive, hubspot, salesforce, sales pipeline, crm, deal pipeline, close crm
find leads | new customers | potential customers | lead generation | find clients | prospects: lead generation, apollo io, prospecting, lead finder, lead enrichment, clay enrichment, hunter io, sales intelligence, zoominfo
enrich contact | more info contacts | fill missing contact: data enrichment, clearbit, apollo io, people data, lead enrichment, contact enrichment
lead score | best leads | customers likely: lead scoring, lead qualification, sales intelligence, predictive scoring
personal crm | stay touch | keep touch friends: personal crm, contacts, relationship management, clay crm
network relationship: relationship graph, social graph, linkedin, network analysis
duplicate contacts | merge contacts | contacts twice: contact deduplication, deduplication, contacts, entity resolution, record linkage
customer support | help desk | helpdesk | support tickets | customer questions | answer customers: zendesk, helpdesk, intercom, freshdesk, customer support, ticketing, help scout, support ticket
service ticket: zendesk, ticketing, freshdesk, servicenow, jira service, support ticket
live chat website | chat widget | chat visitors: live chat, intercom, chatwoot, tawk, chat widget
chatbot website | bot answers customers: chatbot, customer support, rasa, botpress, dialogflow, chat widget, voiceflow
call centre | call center | phone calls customers | answer phone: call center, voice agent, twilio, vapi, contact center, telephony, voice ai, ivr
customer unhappy | complaint | angry customers | customers leave | churn: churn, customer feedback, sentiment analysis, customer success, complaints, churn prediction
customer feedback | user feedback | users think | feedback: user feedback, customer feedback, feedback collection, sentiment analysis, nps, productboard
quote customer | offer customer | proposal | write proposal: proposal, quotation, quote generator, pandadoc, proposal generator
fundraising | donors | nonprofit: fundraising, donor, nonprofit, charity, donation
recruit | hire people | candidates | hiring: recruiting, applicant tracking, ats, greenhouse, recruitment, candidate screening, ashby
cv | resume | curriculum vitae: resume, cv, resume builder, json resume, resume parser, resume generator, cover letter
cover letter | job application | apply jobs: cover letter, job application, resume, auto apply, application tracker
interview: interview, interview prep, mock interview, interview questions
call notes | sales call | customer said: call transcription, gong, conversation intelligence, sales calls, fireflies

# Team chat and messaging
chat | message: chat, messaging, slack, discord, telegram, whatsapp, messenger, matrix chat
send message | message someone | message team | post message | text someone: slack, telegram, discord, whatsapp, sms, messaging, imessage, twilio, microsoft teams
slack: slack, slack bot, slack workspace
slack summary | catch slack | missed messages | unread messages: slack summary, channel summary, unread messages, slack, message digest, chat summary
discord: discord, discord bot, discordjs
telegram: telegram, telegram bot, telethon, mtproto, grammy, telegraf
whatsapp | whats app: whatsapp, baileys, whatsapp business, whatsapp web, wuzapi, evolution api
signal messenger | signal message: signal messenger, signal cli
imessage | apple messages | text iphone: imessage, messages app, apple messages, bluebubbles
sms | text message | send text | phone message: sms, twilio, text message, vonage, messagebird, plivo
matrix chat | element chat: matrix chat, element matrix
mattermost | rocket chat | zulip: mattermost, rocketchat, zulip, rocket chat
wechat | weixin: wechat, weixin, wecom, wechaty
feishu | lark: feishu, lark, larksuite
dingtalk | qq | kakao: dingtalk, qq bot, kakaotalk, line bot, line messaging, wecom
irc: irc, irc bot, weechat
messenger | fb messenger: messenger, facebook messenger, instagram messaging
group chat | team chat | chat colleagues | talk team: slack, mattermost, microsoft teams, discord, zulip, group chat, rocket chat
bot chat | build chatbot: chatbot, telegram bot, discord bot, slack bot, botpress, rasa, chat ui
talk agent phone | message agent phone | agent phone | control agent remotely | reach agent away: telegram bot, remote control, mobile client, whatsapp, slack bot, remote agent, happy coder, chat bridge, openclaw
agent ask | ask human | wait answer | agent needs input: human loop, human feedback, ask human, ask user, human approval, interactive feedback, user input, hitl
approve | permission before | confirm before: approval, human approval, approval workflow, human loop, permission, gatekeeper
notify | notification | let know | ping: notification, notifications, alert, pushover, ntfy, push notification, telegram, apprise, notifier, gotify
push notification | notify phone | phone alert | buzz phone: push notification, pushover, ntfy, fcm, apns, onesignal, gotify, pushbullet
notify finished | done sound | tell finished | task finished | agent finished: notification, desktop notification, completion notification, sound notification, ntfy, notifier, notification hook
desktop notification | toast notification | popup computer: desktop notification, node notifier, toast notification, notify send, system notification, terminal notifier
make phone call | call someone | phone someone | ring someone: phone call, twilio, voice call, telephony, vapi, sip, voip
phone | telephone: telephony, voip, twilio, phone call, android, iphone
voice message | voice memo | voice note: voice message, voice memo, voice note, speech text, whisper, audio message
emoji | smiley | reaction: emoji, emoticon, slackmoji, gitmoji
gif | funny gif | meme: gif, giphy, tenor, meme, meme generator
export chat | chat history | chat backup | save conversation | old chats: chat export, chat history, conversation history, conversation export, chat archive, transcript
forward messages | connect chats | bridge chats: message bridge, matrix bridge, matterbridge, chat bridge, message relay
auto reply | answer messages automatically | reply automatically: auto reply, autoresponder, chatbot, auto responder
social media | post social | social network: social media, twitter, linkedin, bluesky, mastodon, buffer social, instagram, facebook, ayrshare, postiz
schedule posts | plan posts | post regularly | posts automatically: social scheduler, buffer social, postiz, hootsuite, social media, post scheduling, content calendar, typefully
write post | linkedin post | tweet write | social text | caption: social media, content generation, copywriting, linkedin post, caption generator, tweet generator, ghostwriter
bluesky | mastodon | fediverse: bluesky, mastodon, atproto, activitypub, fediverse, nostr
forum | discussion board | community forum: discourse, forum, phpbb, reddit, flarum
mention | mentions brand | said about | people say | brand watch: social listening, brand monitoring, mention tracking, brand mentions, sentiment analysis, brandwatch
influencer | content creators: influencer, influencer marketing, creator economy, youtube, tiktok
mood | sentiment | positive negative | people feel | tone comments: sentiment analysis, sentiment, vader, emotion detection, opinion mining
too many messages | too many notifications | notification overload: message digest, notification filter, do disturb, channel summary, notification management
read channel | channel history | channel messages: slack, discord, channel history, telegram

# Files and folders
files disk | read file | write file | access files | local files: filesystem, file system, file operations, file access, file reader, file manager, desktop commander
filesystem | file system: filesystem, file operations, directory, file manager
folder | directory: directory, filesystem, folder, directory tree
find file | lost file | search files | search computer | search disk: file search, everything search, ripgrep, spotlight search, fd, find files, fuzzy finder, desktop search, recoll, glob
find text files | search inside files | search content files | file contains: ripgrep, grep, full text, content search, code search, ugrep, ast grep
grep | regex search: grep, ripgrep, regex, ugrep
organise files | organize files | tidy files | sort files | messy folder | tidy folder | clean downloads | messy downloads: file organizer, file organization, file sorting, organize files, folder organizer, declutter, auto organize
rename files | rename many | file names | bulk rename | rename photos: bulk rename, batch rename, file renamer, rename files, renaming, mass rename
duplicate files | same file twice | duplicate photos | double files | identical files: duplicate finder, deduplication, dedupe, duplicate files, fdupes, czkawka, dupeguru, rmlint
disk full | disk space | free space | hard drive full | storage full | out space | takes space: disk usage, disk cleanup, ncdu, disk analyzer, disk space, cleanup, disk dust, storage analyzer
large files | big files | biggest files | huge files: disk usage, large files, ncdu, disk dust, disk analyzer, git lfs
cleanup | declutter | junk files: cleanup, cleaner, prune, purge, declutter, garbage collection
tidy: organizer, cleanup, declutter, formatter, cleaner
copy files | move files | transfer files: rsync, file transfer, rclone, sftp, file copy, scp
sync files | files two computers | keep folders same | folders sync: syncthing, rsync, rclone, file sync, nextcloud, dropbox
sync | synchronise | synchronize | keep same: sync, synchronization, syncthing, rsync, rclone
share file | send file | send big file | large file someone: file sharing, file transfer, wetransfer, magic wormhole, croc, upload, file upload, transfer sh, send anywhere
upload | put online | upload file: upload, uploader, file upload, s3, tus, uppy, multer
zip | unzip | compress files | archive files | unpack | pack files: zip, archive, tar, 7zip, gzip, compression, unzip, jszip, archiver, rar
rar | 7z | tar gz: rar, 7zip, unrar, tar, archive
split file | split big file | file pieces: file splitter, chunking, split files, chunked
watch folder | folder changes | file changes | new file appears | file appears: file watcher, fswatch, chokidar, watchman, inotify, folder monitor, file monitor, watchdog
compare files | changed between | spot differences: diff, file comparison, compare, difftastic, diff viewer, jsdiff, delta
compare folders | folders differ: directory diff, folder comparison, meld, diff, rsync
recover file | deleted file | undelete | accidentally deleted | file back: data recovery, undelete, photorec, testdisk, file recovery, trash, backup restore
remove files | trash | recycle bin: trash, rimraf, delete files, recycle bin, safe delete
securely delete | wipe file | destroy data: shred, secure delete, data erasure
lock file | password file | protect file: file encryption, encryption, password protect, file lock, age encryption, gpg
file type | kind file | unknown file | open strange file: file type, mime type, magic bytes, magika, libmagic, format detection
convert file | change format | file format | other format | wrong format: converter, file conversion, pandoc, ffmpeg, imagemagick, format conversion, cloudconvert, libreoffice
convert | turn file another: converter, format conversion, pandoc, convert
file too big | file size | smaller file | shrink file | reduce size: compression, compress, optimizer, minify, file size, resize, optimize
metadata file | file properties | exif | photo date | photo taken: exif, metadata, exiftool, metadata extraction, file metadata
remove metadata | hide location photo | strip exif: metadata removal, exiftool, mat2, exif remover, metadata stripping
file history | older version file | earlier version | previous version: version control, versioning, file history, snapshot, git, checkpoint, time machine
undo | revert | roll back | go back | mistake undo | take back: undo, rollback, revert, checkpoint, backup restore, snapshot, version control
backup | back up | safe copy | lose data: backup, restic, borg, borgbackup, snapshot, rclone, duplicati, kopia, disaster recovery
restore | recovery | recover | get back data: backup restore, data recovery, backup, snapshot, rollback
encoding | strange characters | wrong characters | umlauts broken | garbled text: encoding, utf8, utf 8, charset, mojibake, iconv, character encoding, ftfy
line endings | crlf: line endings, crlf, dos2unix, eol
file edit | modify file | replace files: file editing, text editor, edit file, search replace, sed, str replace
many files | all files | batch files | whole folder: batch processing, bulk, batch, batch operations, glob
file permission | access denied | permission denied: file permissions, chmod, acl, access control
network drive | nas: nas, smb, samba, sshfs, nfs, webdav, synology, qnap
ftp | sftp: ftp, sftp, scp, file transfer, lftp
clipboard | copy paste | paste: clipboard, clipboard manager, pasteboard, clipboardy, copy paste
desktop apps: desktop automation, desktop commander, computer use, macos, windows, applescript
folder structure | overview files: directory tree, tree view, file tree, folder structure
tag files | label files | categorise files | categorize files: file tagging, tagging, tmsu, auto tag, classification
json file | read json | query json: json, jq, jsonpath, json query, jmespath, json parser
xml | read xml: xml, xml parser, xpath, xslt, fast xml
yaml | yml: yaml, yq, yaml parser
csv | comma separated | csv file: csv, papaparse, pandas, csv parser, tsv, duckdb, xsv
parquet | big csv | huge csv: parquet, duckdb, polars, csv, xsv
log file | read logs: log analysis, log parser, log viewer, loki, log files
sort photos | organise photos | organize photos: photo organizer, exiftool, immich, digikam, photo management, photoprism
checksum | file damaged | file unchanged | file integrity: checksum, sha256, md5, file hash, integrity check
heic | iphone photos open: heic, heic converter, image converter, libheif

# Cloud storage
cloud storage | files cloud | online storage | store online | cloud drive: cloud storage, google drive, dropbox, onedrive, s3, box storage, nextcloud, object storage, minio
google drive | gdrive | g drive: google drive, gdrive, google workspace, drive api
dropbox: dropbox, cloud storage
onedrive | sharepoint | one drive: onedrive, sharepoint, microsoft graph, microsoft 365, office 365
icloud: icloud, apple icloud, icloud drive, pyicloud
nextcloud | owncloud | own cloud | self hosted cloud: nextcloud, owncloud, seafile, webdav, self hosted
s3 | bucket | object storage: s3, minio, object storage, aws s3, bucket, backblaze, gcs, boto3
minio | r2: minio, cloudflare r2, s3 compatible
many clouds | all cloud drives | several clouds: rclone, multi cloud, cloud storage, cloud sync
webdav: webdav, nextcloud, caldav
google workspace | google apps | gsuite | g suite: google workspace, gsuite, gmail, google drive, google docs, google calendar, gws
microsoft 365 | office 365 | m365 | o365: microsoft 365, office 365, microsoft graph, outlook, sharepoint, onedrive, ms365
photo cloud | google photos | photo library | photo collection: google photos, immich, photoprism, apple photos, photo library, osxphotos
share link file | public link | temporary link file: presigned url, file sharing, signed url, share link, file hosting
paste online | pastebin | share snippet: pastebin, gist, snippet, paste
ipfs | decentralised storage | decentralized storage: ipfs, arweave, filecoin, pinata, decentralized storage

# Documents, PDF, Word
doc file: document, pdf, docx, google docs, libreoffice, markitdown
read docs | technical docs: documentation search, docs mcp, context7, devdocs
read document | open document | understand document | documents agent read: document parser, document reader, document processing, docling, markitdown, unstructured, pdf reader, tika, document loader
document markdown | docx markdown | pdf markdown | office markdown | files markdown: markitdown, docling, pandoc, pdf markdown, marker pdf, document conversion, markdown converter, mineru
document text | extract text: text extraction, document parser, tika, markitdown, docling, unstructured, textract, ocr
pdf: pdf, pdfjs, pypdf, pdf lib, pdfkit, pymupdf, acrobat
read pdf | pdf text | open pdf | inside pdf | extract pdf: pdf reader, pdf parser, pdf extraction, pdf text, pymupdf, pdfplumber, pypdf, pdf parse, poppler, docling
pdf table | tables document: table extraction, camelot, tabula, pdfplumber, pdf table, document parsing
pdf excel | pdf spreadsheet | pdf csv: pdf excel, table extraction, tabula, camelot, pdf converter
pdf word | pdf docx: pdf docx, pdf word, pdf converter, pdf2docx, document conversion
create pdf | save pdf | generate pdf: pdf generation, pdf generator, pdf converter, pdfkit, puppeteer, weasyprint, reportlab, libreoffice, wkhtmltopdf, typst
md pdf: markdown pdf, md pdf, pandoc, pdf generator, mdpdf, typst
merge pdf | join pdf | combine pdf | several pdf | put pdf together: pdf merge, merge pdf, pdf toolkit, qpdf, pdftk, pdf lib, pypdf, pdf manipulation, stirling pdf
split pdf | pages pdf | separate pdf | cut pdf: pdf split, split pdf, pdf pages, qpdf, pdftk, pdf manipulation, stirling pdf
pdf smaller | compress pdf | shrink pdf | pdf too big | reduce pdf: pdf compression, compress pdf, ghostscript, pdf optimizer, pdf toolkit, qpdf
rotate pdf | turn page pdf | pages order: pdf toolkit, pdf manipulation, rotate pdf, qpdf, pdf editor
edit pdf | change pdf | write pdf: pdf editor, pdf manipulation, pdf toolkit, pdf lib, edit pdf, stirling pdf
fill pdf | pdf form | fillable: pdf form, form filling, acroform, pdf forms, fill pdf, pdftk
sign document | sign pdf | digital signature | contract signed | electronic signature | e sign | esign: electronic signature, docusign, esignature, e signature, digital signature, hellosign, dropbox sign, documenso, adobe sign
password pdf | unlock pdf | locked pdf | protected pdf: pdf password, pdf encryption, qpdf, unlock pdf, pdf security
redact | hide names document | censor document | blacken: redaction, redact, anonymization, pii, pdf redaction, presidio
watermark | stamp document: watermark, pdf watermark
annotate pdf | highlight pdf | comment pdf | pdf notes: pdf annotation, pdf highlights, annotations, zotero, pdf annotator
chat pdf | ask pdf | question document | ask document | talk documents | question about documents: pdf chat, document qa, rag, document chat, question answering, retrieval augmented, notebooklm, anythingllm
pdf images | pictures pdf | pdf jpg: pdf image, pdf2image, img2pdf, pdf png, pdfimages, poppler, pdf converter
photos pdf: image pdf, img2pdf, images pdf, pdf converter
pdf accessible | pdf archive: pdf accessibility, pdfa, pdf ua, verapdf
print | printer | print document: printer, printing, cups, print job, print server, thermal printer
scan document | scanner | paper documents | paper digital | digitise paper: scanner, document scanner, ocr, paperless, scanning, naps2
paperless | file papers | paper mess | store documents | document archive: paperless, paperless ngx, document management, dms, docspell, mayan edms
word document | docx | word file | microsoft word: docx, word document, microsoft word, python docx, docxjs, office, mammoth
write word | create word | make docx | fill word template: docx, docx generator, docxtemplater, python docx, word document, document generation
track changes | compare documents | compare contracts | contract differences | redline | contract versions: redline, tracked changes, document comparison, docx, document diff, diff
google docs | google document: google docs, google doc, google workspace, gdocs
libreoffice | open office | odt: libreoffice, odt, openoffice, odf, onlyoffice
office files | microsoft office | office documents: office, docx, xlsx, pptx, libreoffice, microsoft 365, onlyoffice, openxml
latex | tex: latex, tex, overleaf, typst, tectonic, katex
typeset | nice document | professional document | beautiful document: typst, latex, document generation, quarto, pandoc, typesetting
document template | letter template | same letter many | fill template: document generation, template engine, docxtemplater, mail merge, document template, carbone
letter | write letter | formal letter: letter writing, letter generator, letter template, cover letter, document generation
read contract | agreement | check contract | understand contract: contract review, contract analysis, legal document, legal ai, nda
terms conditions | privacy policy | small print: privacy policy, terms service, legal document, policy generator, tosdr
invoice | bill customer | write invoice | billing: invoice, invoicing, billing, stripe, invoice generator, xero, quickbooks, zugferd
receipt | scan receipt | expense receipts: receipt, receipt ocr, expense, receipt scanner, expense tracking, invoice extraction
ebook | e book | kindle | epub: epub, ebook, calibre, kindle, mobi, epub reader
write book | novel | write story | fiction: novel, story generator, creative writing, book writing, storytelling, fiction writing, manuscript
long document | document too long | too long read | tldr | tl dr | summary | summarise | summarize: summarization, summarizer, summary, summarize, summarise, digest, tldr
short version | key points | main points | gist text: summary, summarization, key points, summarizer, key takeaways
convert document | document format | pandoc: pandoc, document converter, document conversion, libreoffice, markitdown, gotenberg, docling
document layout | layout analysis | complicated pdf: layout analysis, docling, document parsing, mineru, marker pdf, layoutlm, unstructured, llamaparse
fields document | data documents | extract invoice | information documents: document extraction, invoice extraction, document ai, intelligent document, textract, key value, idp, form recognizer
sort documents | classify documents | kind document: document classification, classifier, paperless, document management, categorization
markdown | md file: markdown, md, remark, mdx, commonmark, markdown editor
render markdown | show markdown: markdown html, marked, markdown renderer, remark, markdown preview, showdown, markdown it
html pdf: html pdf, puppeteer, wkhtmltopdf, weasyprint, gotenberg, print pdf
user manual | user guide | instruction manual | handbook: documentation, user manual, user guide, handbook, docs generator
write documentation | documentation project | document code | docs missing: documentation generator, docs generator, docusaurus, mkdocs, technical writing, jsdoc, sphinx, readme generator, mintlify
readme: readme, readme generator, documentation
diagram | flowchart | flow chart | draw process | architecture drawing: diagram, mermaid, flowchart, drawio, plantuml, excalidraw, graphviz, d2, diagrams
org chart | family tree | hierarchy chart: org chart, family tree, genealogy, gedcom
certificate template | award certificate | diploma: certificate generator, certificate template, diploma
table contents | contents page: table contents, toc, toc generator, doctoc
send paper letter | postal letter | fax: letter mailing, lob, fax, postal mail, print mail
page numbers | header footer: page numbers, pdf stamp, pdf toolkit, docx

# Spreadsheets and tables
spreadsheet | excel | xlsx | excel file | xls: excel, xlsx, spreadsheet, google sheets, openpyxl, sheetjs, exceljs, csv, workbook
google sheets | google spreadsheet | gsheet: google sheets, google spreadsheet, gsheets, gspread, google workspace
read excel | open spreadsheet | excel data: excel, xlsx, openpyxl, sheetjs, spreadsheet, pandas, excel reader
write excel | create spreadsheet | make excel | make spreadsheet: excel, xlsx, exceljs, openpyxl, spreadsheet generation, xlsxwriter, sheetjs
excel formula | spreadsheet formula | formula cell: excel formula, formula, spreadsheet formula, hyperformula, excel
macro excel | vba: vba, excel macro, xlwings, office automation
csv excel: csv excel, xlsx, csv converter, sheetjs, excel csv
excel json | csv json | spreadsheet json: csv json, excel json, csv parser, sheetjs, json converter
airtable | table database | nocode database: airtable, nocodb, baserow, grist table, notion database, smartsheet, seatable
rows columns | tabular: data table, csv, spreadsheet, dataframe, tabular data
clean data | messy data | dirty data | wrong data | tidy data: data cleaning, data cleansing, pandas, openrefine, data quality, data wrangling, data validation
duplicate rows | duplicates list | remove duplicates | same entry twice: deduplication, dedupe, duplicate detection, data cleaning, record linkage, fuzzy matching
similar names | match lists | fuzzy match | names spelled differently: fuzzy matching, record linkage, entity resolution, string similarity, rapidfuzz, levenshtein, fuse search
merge tables | join lists | combine spreadsheets | combine lists: data merge, csv merge, join tables, pandas, duckdb, data integration
analyse data | analyze data | understand numbers | look numbers | insights data | numbers say: data analysis, data analytics, pandas, exploratory data, eda, statistical analysis, duckdb, jupyter, business intelligence
pivot table | sum column | column totals: pivot table, aggregation, pandas, duckdb, sql
chart | graph numbers | bar chart | visualise | visualize data | draw graph: chart, charts, visualization, matplotlib, plotly, echarts, vega, chartjs, antv
dashboard | overview numbers | kpi: dashboard, grafana, metabase, kpi, superset, business intelligence, looker, power bi, streamlit
power bi | tableau | looker: power bi, tableau, looker, business intelligence, dax
data plain english | question database | ask database | talk data | sql text: text2sql, text sql, language sql, nl2sql, data analyst, sql generation, chat data
report numbers | monthly report | weekly report | regular report: report generation, report generator, dashboard, jasper, automated reports
compare spreadsheets | two lists | compare lists: spreadsheet diff, csv diff, daff, excel compare, list comparison
csv database | spreadsheet database | load csv: csv import, duckdb, sqlite utils, csv sqlite, data import
outlier | strange values | anomaly | unusual numbers: anomaly detection, outlier detection, data quality

# Slides
slide | presentation | powerpoint | pptx | ppt | slideshow | keynote: powerpoint, pptx, slides, presentation, google slides, reveal js, marp, slidev, gamma, python pptx
make presentation | create slides | talk slides: presentation generator, slide generator, pptx, marp, slidev, google slides, slide deck, powerpoint generation, gamma
google slides: google slides, slides api, google workspace, presentation
pitch deck | investor presentation: pitch deck, slide deck, presentation, investor
presentation text | read powerpoint | pptx text: pptx, markitdown, python pptx, powerpoint, presentation parser
speaker notes | rehearse talk | give talk: speaker notes, presentation coach, public speaking, presentation
poster | flyer | brochure | leaflet: poster, flyer, canva, brochure, graphic design, adobe express
canva: canva, design tool, adobe express
infographic: infographic, data visualization, antv, infographics
whiteboard | brainstorm board | sticky notes: whiteboard, miro, excalidraw, tldraw, figjam
mind map | mindmap | structure ideas: mind map, mindmap, markmap, xmind, mindmaps, freemind

# OCR and scans
ocr | text recognition | recognise text | recognize text: ocr, tesseract, text recognition, paddleocr, easyocr, textract, vision ocr, surya, mistral ocr
read text image | extract text image | read text picture | read text photo | read picture | words picture | text screenshot | copy text image: ocr, tesseract, text recognition, image text, paddleocr, easyocr, vision model
scanned pdf | pdf image only | pdf select text | scan text: ocr, ocrmypdf, tesseract, pdf ocr, scanned pdf, textract, paddleocr
scan: scanner, ocr, document scan, scanning
handwriting | handwritten: handwriting, handwriting recognition, handwritten, htr, trocr, ocr
handwritten notes | notes paper | photo notes: handwriting recognition, handwritten, ocr, remarkable, note scanner
table picture | table photo | table screenshot | picture spreadsheet: table extraction, table recognition, ocr, image table, table ocr
formula picture | equation image | math image | math photo: mathpix, latex ocr, equation ocr, formula recognition, pix2tex, math ocr
barcode | scan barcode: barcode, zxing, qr code, barcode scanner, ean, zbar
passport | id card | identity document | driving licence | license scan: id verification, passport, mrz, document verification, kyc, identity verification
number plate | license plate | licence plate: license plate, alpr, anpr, plate recognition
straighten scan | crooked scan | skewed: deskew, document scanner, image preprocessing, opencv, perspective correction
picture shows | describe image | describe picture | understand image | see image: image captioning, vision model, image description, image analysis, image recognition, vlm, image understanding, multimodal
picture: image, photo, png, jpeg, images
image: picture, photo, png, jpg, images
photo: image, picture, photography, jpeg

# Notes and knowledge bases
note | take notes | jot | write down: notes, note taking, obsidian, notion, apple notes, evernote, joplin, onenote, markdown notes, bear notes
notion: notion, notion database, notion workspace
obsidian | vault notes: obsidian, obsidian vault, vault, markdown notes
evernote: evernote, notes
onenote: onenote, microsoft graph, notes
apple notes | mac notes | iphone notes: apple notes, notes app, bear notes, macos notes
google keep | keep notes: google keep, gkeep, notes
logseq | roam: logseq, roam, roam research, outliner
joplin | standard notes: joplin, standard notes, notes
find notes | search notes | old notes: note search, obsidian, notes, semantic search, knowledge base, second brain, personal knowledge
organise notes | organize notes | messy notes | tidy notes | connect notes: zettelkasten, obsidian, note organization, knowledge management, second brain, pkm, para method, backlinks
second brain | personal knowledge | everything know | pkm: second brain, pkm, personal knowledge, zettelkasten, obsidian, knowledge management, knowledge base, basic memory
zettelkasten: zettelkasten, obsidian, second brain, atomic notes
knowledge base | company knowledge | team knowledge | internal documentation | company wiki: knowledge base, confluence, wiki, notion, bookstack, knowledge management
wiki: wiki, confluence, mediawiki, bookstack, dokuwiki, wikijs, deepwiki, gitbook
confluence: confluence, atlassian, wiki
ask company documents | ask knowledge | employees ask: enterprise search, knowledge base, rag, internal search, document qa, onyx, confluence
faq | common questions | frequently asked: faq, knowledge base, help center, question answering
journal | diary | daily notes | daily log | write daily: journal, journaling, diary, daily notes, day one, daily log
idea | capture idea | ideas forget | quick thought: idea capture, quick capture, notes, inbox, brainstorm
brainstorm | come ideas | need ideas | need inspiration: brainstorming, ideation, brainstorm, creative thinking, idea generation
flashcard | memorise | memorize | learn heart | vocabulary cards | anki: anki, flashcards, spaced repetition, flashcard, srs, quizlet
learn | study | understand subject: tutor, flashcards, education, course, quiz
teach | tutor | explain like child | lesson: tutor, tutoring, education, lesson plan, teaching, course generator, curriculum
quiz | exam questions | test knowledge | practice questions: quiz, quiz generator, flashcards, question generator, kahoot
highlights | kindle highlights | book highlights: readwise, kindle highlights, highlights, annotations
web clipper | clip page | save page notes: web clipper, clipper, obsidian clipper, bookmark, singlefile
reading list | books read | track reading: reading list, goodreads, book tracker, hardcover, readwise
recipe collection | cooking notes: recipe, mealie, paprika, tandoor, recipe manager
lessons learned | learn mistakes | same mistake again | repeat mistakes: lessons learned, reflexion, continuous learning, self improvement, retrospective, memory
decision log | reason decided | remember decisions | past decisions: decision log, adr, architecture decision, decision records, decision memory
glossary | terms list | terminology | company terms: glossary, terminology, termbase, ontology
snippets | text blocks | reuse text | standard replies | canned response: snippet, snippets, text expander, espanso, canned responses, snippet manager
code snippets | save snippet: snippet manager, gist, code snippets, snippets
tag | label | categorise | categorize | classify | sort categories: classification, classifier, tagging, labeling, categorization, taxonomy, auto tagging
knowledge graph | connections between | things related | relations facts: knowledge graph, neo4j, graph database, entity relationship, graphrag, ontology, graphiti, triples
publish notes | notes website | digital garden: digital garden, quartz, obsidian publish, static site
sync notes | notes phone | notes devices: obsidian sync, joplin, notes sync, livesync

# Memory and context of agents
remember | memorise facts | keep mind: memory, persistent memory, knowledge graph, long term, mem0, reminder, recall
memory | agent memory | ai memory | memory llm: memory, mem0, knowledge graph, persistent memory, letta, zep, long term, memory bank, graphiti, cognee
remember between sessions | remember sessions | remember conversation | remember next time | last session | previous session: persistent memory, session memory, long term, memory bank, cross session, conversation memory, mem0, claude mem, context persistence
forget everything | forgets | start over every | explain again every | agent forgets | goldfish | amnesia: persistent memory, long term, memory, memory bank, context persistence, session memory, mem0
long term memory | persistent memory | permanent memory | lasting memory: long term, persistent memory, mem0, letta, memgpt, zep, memory layer, supermemory, knowledge graph
short term memory | working memory: working memory, scratchpad, session memory, short term, buffer memory
remember preferences | preferences | learn preferences: user memory, personalization, user preferences, user profile, preference learning, memory, openmemory
remember project | project context | know project | remember codebase | project knowledge: memory bank, project memory, project context, codebase memory, claude md, agents md, serena, context engineering
share memory | memory several agents | same memory tools | memory across tools: shared memory, openmemory, memory sync, cross agent, agents memory, memory hub, team memory
memory local | memory files | memory markdown | memory own machine: local memory, markdown memory, sqlite memory, file memory, basic memory, memory sqlite
store facts | save facts | keep facts | remember facts: knowledge graph, memory, fact store, entity memory, semantic memory, fact extraction
recall | bring back | remember said: recall, memory retrieval, conversation search, conversation history, episodic memory, chat history
continue left | resume work: session resume, session continuity, handoff, checkpoint, session management, context persistence, resume
handover | hand off | pass work next | handoff: handoff, session handoff, context transfer, handover, agent handoff
conversation too long | context full | context window | runs out context | context overflow: context management, context compression, context window, compaction, token optimization, context compaction, summarization, context pruning
save tokens | fewer tokens | token cost | too many tokens | token usage | reduce tokens | waste tokens: token optimization, token reduction, token saving, context compression, prompt compression, token efficient, token saver, prompt caching, toon
count tokens | many tokens: token counter, tiktoken, tokenizer, token counting, token usage
compress prompt | shorter prompt | shrink context | smaller context: prompt compression, context compression, llmlingua, token reduction, compaction
give context | right context | context agent | context engineering: context engineering, context provider, context management, context server, repomix, context7
whole codebase prompt | repo one file | pack repo | code prompt: repomix, gitingest, code2prompt, repo packer, codebase context, files prompt
old conversations | past conversations | search chats | earlier conversation | previous chats: conversation history, conversation search, chat history, session search, conversation archive, transcript search, session history
remove memory | outdated memory | stale memory | clean memory: memory decay, memory pruning, forgetting, memory consolidation, memory management, memory cleanup
too many tools | tools fill context | tool overload | tools eat context: tool search, progressive disclosure, tool filtering, lazy loading, mcp proxy, mcp gateway, tool router, code mode, dynamic tools
rules agent | instructions agent | agent conventions | follow rules | claude md | agents md: agents md, claude md, cursor rules, cursorrules, steering
agent ignores instructions | breaks rules: guardrails, rule enforcement, instruction following, policy enforcement
learn over time | gets better | improves itself | self improving: self improving, continuous learning, self improvement, self evolving, skill learning, experience replay
time travel | state snapshot | save state | checkpoint: checkpoint, snapshot, state management, checkpointing
store value | key value | simple store | remember value: key value, kv store, redis, sqlite, leveldb, keyv, localstorage
export memory | move memory | switch assistant memory: memory export, memory migration, memory portability, memory sync
facts change | truth over time | outdated facts: temporal knowledge, graphiti, zep, bitemporal, temporal graph
memory encrypted | private memory: encrypted memory, local memory, memory vault
remember code style | coding preferences | coding conventions: coding standards, claude md, agents md, preference learning, project memory
remember bug | solved before | seen error before: solution memory, error memory, lessons learned, debugging memory, knowledge base

# RAG, embeddings, vector search
rag | retrieval augmented | retrieval augmented generation: rag, retrieval augmented, vector database, llamaindex, langchain, embeddings, ragflow, graphrag, lightrag, vector store
ask files | chat files | chat documents | question own documents | talk files: rag, document chat, document qa, retrieval augmented, private gpt, anythingllm, local rag, chat docs, notebooklm
own documents ai | private documents ai | feed documents | train documents | teach documents: rag, retrieval augmented, document ingestion, knowledge base, local rag, embeddings, anythingllm
search meaning | find similar meaning | semantic search | exact words: semantic search, vector search, embeddings, embedding, similarity search, neural search, hybrid search, faiss
embedding | text vector | vectorise | vectorize: embedding, embeddings, sentence transformers, vector, openai embeddings, voyage, fastembed, text embedding
vector database | vector db | vector store | store embeddings: vector database, pinecone, qdrant, chroma, weaviate, milvus, pgvector, faiss, lancedb, vector store
vector search | similarity search | nearest neighbour | nearest neighbor: vector search, similarity search, faiss, hnsw, qdrant, pinecone, sqlite vec
pinecone | qdrant | chroma | weaviate | milvus: vector database, vector store, embeddings, similarity search
similar items | similar text | similar documents | more like: similarity, similarity search, semantic similarity, embeddings, recommendation, vector search
chunk | split text | split document | cut text pieces | text pieces: chunking, text splitter, chunker, semantic chunking, chunk, text chunking
rerank | search results better | order results | best results first: reranker, rerank, reranking, cohere, cross encoder, colbert
hybrid search | keyword meaning: hybrid search, bm25, vector search, reciprocal rank, full text
full text search | index text | search text: full text, meilisearch, elasticsearch, typesense, lucene, bm25, opensearch, fts5, minisearch, tantivy
index files | index documents | index folder: indexing, indexer, document index, file index, rag, local search
index code | search codebase | understand codebase | find code: code search, codebase indexing, semantic code, code index, code graph, code context, ast, tree sitter, sourcegraph
graph rag | graphrag | knowledge graph documents: graphrag, knowledge graph, lightrag, neo4j, graph retrieval
answers wrong | invents things | hallucinate | made up answers: hallucination, hallucination detection, grounding, fact checking, rag, citations, verification, guardrails, groundedness
only own documents | grounded answers | answers sources: grounding, grounded, rag, citations, source attribution
ingest | documents rag | load documents | feed data: ingestion, document loader, data loader, ingest, etl, unstructured, document ingestion
evaluate rag | rag quality | retrieval quality: ragas, rag evaluation, deepeval, trulens, retrieval evaluation
multimodal search | search images text | find photo description | search photos words: openclip, multimodal, image search, visual search, image embedding, multimodal rag
video search content | find moment video | scene video: video search, video understanding, twelvelabs, scene detection, video indexing
notebooklm | notebook lm: notebooklm, ai notebook, research assistant, open notebook, document qa
local rag | rag own computer | private rag: local rag, ollama, anythingllm, private gpt, chroma, lancedb
crawl docs rag | website chatbot knowledge: crawl4ai, firecrawl, rag crawler, site crawler, docs crawler

# LLM providers and models
llm | language model | ai model | large language model: llm, openai, anthropic, claude, gemini, gpt, ollama, language model, mistral, llama
artificial intelligence: llm, machine learning, openai, claude, gpt
chatgpt | gpt | openai: openai, chatgpt, gpt, azure openai, codex
claude | anthropic: claude, anthropic, claude code, claude desktop
gemini | google ai: gemini, google ai, vertex, gemini cli
mistral | llama | qwen | deepseek: mistral, llama, qwen, deepseek, open model, ollama
grok | xai: grok, xai, x ai
ask another ai | other model | second opinion | different ai | another llm | ask chatgpt: multi model, multi llm, second opinion, llm council, openrouter, llm bridge, multi provider, zen mcp, consensus, model delegation
several models | many models | compare models | multiple ai | models together | model best: multi model, model comparison, openrouter, litellm, llm council, benchmark, llm arena, model router
switch model | change provider | any model | one api models | unified api: litellm, openrouter, llm gateway, multi provider, llm proxy, unified api, model router, ai gateway, portkey
cheap model | cheapest model | cheaper ai | ai cost | llm cost | ai too expensive: llm cost, cost tracking, model router, llm router, cost optimization, openrouter, token usage, model routing, cheap
ai bill | usage claude | usage ai | tokens used | usage limit: token usage, cost tracking, usage tracker, ccusage, usage monitor, llm cost, cost monitor, budget
free ai | free llm | free model | ai without paying: free llm, free tier, ollama, local llm, free api, openrouter, gpt4free
local ai | local llm | local model | ai offline | ai own computer | llm own machine | run model locally | llm laptop: ollama, local llm, llama cpp, lm studio, gguf, vllm, localai, mlx, offline llm, gpt4all
ollama: ollama, local llm, llama
lm studio | llama cpp | gguf | vllm: llama cpp, lm studio, gguf, vllm, local llm, inference server
host model | serve model | model server | deploy model: vllm, model serving, inference server, tgi, triton, bentoml, replicate model, sglang, ray serve
huggingface | hugging face | find model | model hub: huggingface, hugging face, transformers, model hub, gradio, hf
fine tune | finetune | train model | custom model | lora: fine tuning, finetuning, lora, unsloth, peft, axolotl, model training, qlora, trl
machine learning | train classifier | predict: machine learning, scikit, pytorch, tensorflow, prediction, xgboost, automl, forecasting
training data ai | synthetic data | generate training: synthetic data, dataset generation, data annotation, data labeling, distilabel
label data | annotate data: data labeling, label studio, labelling, argilla
benchmark model | test model | model quality | evaluate llm | eval: evaluation, evals, benchmark, promptfoo, deepeval, llm evaluation, llm judge, lm eval, braintrust
watch llm calls | see ai doing | trace llm | llm logs | monitor agent | agent doing: llm observability, langfuse, tracing, langsmith, observability, helicone, arize phoenix, agent monitoring, opentelemetry
cache llm | same question llm | repeated prompts: prompt caching, semantic cache, llm cache, gptcache
ai gateway | llm proxy | hide llm key: ai gateway, llm gateway, litellm, llm proxy, portkey, kong gateway
openai compatible | openai api local: openai compatible, litellm, localai, vllm, llm proxy
azure openai | bedrock | vertex ai: bedrock, azure openai, vertex, azure ai, sagemaker
gpu | graphics card | rent gpu: gpu, cuda, runpod, modal labs, vast ai, nvidia, lambda labs
vision model | image understanding ai | see pictures ai: vision model, vlm, multimodal, image understanding, gpt 4o, llava
generate image | create picture | ai picture | draw picture: image generation, dall e, stable diffusion, flux, midjourney, comfyui, text image, imagen, gpt image, replicate model
tokens per second | model speed | faster model | groq: groq, cerebras, inference, fast inference, throughput
embedding local: local embeddings, fastembed, sentence transformers, ollama, transformers js, onnx
model fails over | fallback model | provider down: llm fallback, litellm, llm gateway, failover, model router
quantize | model smaller | model too big: quantization, gguf, gptq, awq, bitsandbytes
stream answer | answer word word: streaming llm, sse, vercel ai, token streaming
model phone | browser model | device model: webllm, on device, transformers js, mlx, onnx

# Prompts
prompt: prompt, prompt engineering, prompt library, prompts, prompt template
better prompt | improve prompt | prompt engineering | write prompt | good prompt: prompt engineering, prompt optimizer, prompt enhancer, prompt improvement, prompt optimization, prompt generator, dspy
prompt library | save prompts | reuse prompts | collection prompts: prompt library, prompt manager, prompt management, prompt template, prompt collection, prompt store, prompthub, awesome prompts
prompt version | prompt changes | test prompts | compare prompts: prompt versioning, promptfoo, prompt testing, prompt management, langfuse, promptlayer, prompt evaluation
system prompt | persona | character ai | role play: system prompt, persona, personas, roleplay, character, personality, soul md
prompt injection | trick ai | hijack agent | jailbreak | malicious instructions | poisoned: prompt injection, jailbreak, guardrails, llm security, injection detection, tool poisoning, llm guard, red teaming, prompt firewall
image prompt | prompt picture: image prompt, prompt generator, midjourney, prompt enhancer
slash command | custom commands | shortcuts agent: slash command, slash commands, custom commands, claude commands
question unclear | clarify | ask back | vague request: clarification, clarifying questions, requirements elicitation, prompt enhancer, grill
safe ai | ai guardrail | block bad answers | unsafe output: guardrails, content safety, content moderation, llm guard, nemo guardrails, moderation, safety filter

# Agents and orchestration
ai agent: ai agent, autonomous agent, ai assistant, agent framework
build agent | develop agent | own agent | agent framework | agent sdk: agent framework, langchain, langgraph, crewai, agent sdk, autogen, openai agents, pydantic ai, mastra, smolagents
several agents | many agents | team agents | agents together | multiple agents | agents work together | multi agent: multi agent, crewai, swarm, autogen, orchestration, agent team, orchestrator, agent swarm, langgraph, agent collaboration
subagent | sub agent | delegate | helper agent | split work agents | hand task: subagent, subagents, delegation, task delegation, orchestrator, multi agent, agent spawn, worker agent
agents communicate | agent message agent | a2a: a2a, agent2agent, agent communication, agent messaging, agent protocol, agent network, agent mail
agents same time | parallel agents | several claude | many claude: parallel agents, worktree, multi agent, claude squad, agent orchestrator, tmux, concurrent agents, vibe kanban
agents conflict | agents overwrite | agents same file: file locking, worktree, agent coordination, conflict prevention, file reservation
orchestrate | coordinate agents: orchestration, orchestrator, workflow, langgraph, multi agent, coordinator, temporal workflow
autonomous | run itself | alone overnight | unattended | while sleep: autonomous, autonomous agent, ralph, agent loop, unattended, autopilot, background agent, auto mode
loop until done | keep going until | keep trying | dont stop: ralph, agent loop, autonomous loop, retry
long running | long task | takes hours | background task: background task, background jobs, long running, job queue, durable execution, async task, temporal workflow, daemon
agent stuck | same error loop | going circles | infinite loop agent: loop detection, stuck detection, watchdog, circuit breaker, supervisor
watch agents | agents overview | manage agents | agent dashboard | see agents: agent dashboard, agent monitoring, agent management, mission control, observability, session manager, kanban agents
workflow | automate: workflow, automation, n8n, zapier, workflow automation, activepieces, node red, ifttt
connect apps | connect services | link apps | ifttt | glue apps: zapier, n8n, app integration, ipaas, composio, pipedream, ifttt, activepieces, workflow automation, connectors
n8n | zapier: n8n, zapier, workflow automation, pipedream
without programming | without coding | nocode | low code: no code, nocode, low code, visual builder, drag drop, flowise, dify, langflow
give agent tools | tool calling | function calling | agent use api: tool calling, function calling, mcp server, composio, tool use, arcade
api mcp | api tool agent | turn api mcp | openapi mcp | api usable agent: openapi mcp, mcp generator, api mcp, swagger mcp, openapi, fastapi mcp
build mcp | develop mcp | program mcp | own mcp: fastmcp, mcp sdk, mcp framework, mcp builder, mcp template, mcp generator, mcp boilerplate, create mcp
debug mcp | mcp works | inspect mcp: mcp inspector, mcp testing, mcp tester, mcp debug, mcp validator
model context protocol: mcp, mcp server, model context, mcp client, fastmcp
mcp one place | combine mcp | too many mcp | many mcp servers | mcp aggregator | mcp proxy: mcp gateway, mcp proxy, mcp hub, mcp aggregator, mcp router, metamcp, mcp manager, mcpjungle
mcp remote | mcp over http | stdio http: mcp remote, mcp proxy, supergateway, mcp bridge, streamable http, sse
mcp command line | mcp terminal | call mcp script: mcp cli, mcporter, mcp client, mcptools
mcp safe | mcp dangerous | trust mcp | mcp security: mcp scan, mcp security, mcp scanner, tool poisoning, mcp guard, mcp audit, skill scanner
own skill | build skill | author skill: skill creator, skill builder, skill authoring, skill development, writing skills, skill generator
skill | agent skill | claude skill: agent skill, agent skills, claude skills, claude skill
check skill safe | skill malicious | trust skill | scan skill: skill scanner, skill security, skill audit, skill vetter
plugin claude | claude code plugin | extend claude: claude plugin, claude code, plugin marketplace, claude marketplace
hook agent | before tool call | after tool call | every edit: claude hooks, pre tool, post tool, lifecycle hooks
voice assistant | talk ai | talk agent | speak assistant | like siri | like alexa: voice assistant, voice agent, livekit, pipecat, vapi, elevenlabs, voice mode, alexa
personal assistant | secretary | butler | jarvis: personal assistant, executive assistant, ai assistant, openclaw, productivity assistant
sandbox | run code safely | safe place code | isolate | untrusted code | execute code: sandbox, e2b, docker, code execution, code interpreter, firecracker, microsandbox, daytona, gvisor
run python | execute python | code interpreter | calculate python: code interpreter, python execution, python repl, jupyter, code execution, pyodide, e2b, sandbox
run command | terminal | shell | command line: terminal, shell command, cli, bash, command execution, desktop commander, tmux, powershell
agent dangerous | agent deletes | stop agent destroying | destructive command | rm rf: guardrails, command guard, destructive command, permission, safety net, sandbox, approval, policy engine
agent allowed | limit agent | restrict agent | agent permissions: permissions, access control, policy engine, guardrails, allowlist, least privilege, agent governance
agent pays | agent money | agent wallet | agent buy: agent payments, x402, agent wallet, agentic payments, agentic commerce, stripe, l402
agent identity | prove agent | trust agent | agent reputation: agent identity, verifiable credentials, agent trust, agent registry, erc 8004
agent register | agent marketplace | hire agent: agent marketplace, agent registry, agent discovery, agent directory, a2a
audit agent | record agent: audit trail, audit log, agent logs, session recording, provenance, tracing, observability
agent reliable | evaluate agent: agent evaluation, agent testing, evals, agent benchmark, simulation, deepeval
coding agent | ai programmer | ai coding | write code: coding agent, claude code, codex, cursor, aider, opencode, cline, code generation, goose agent
cursor | windsurf | cline | aider: cursor, windsurf, cline, aider, coding agent
claude another program | call claude code | claude headless: claude code, agent sdk, claude cli, claude mcp
codex | gemini cli | opencode: codex, gemini cli, opencode, codex cli, coding agent
langchain | langgraph | llamaindex: langchain, langgraph, llamaindex, llm framework
chat interface | chat ui | own chatgpt | chat frontend: chat ui, open webui, librechat, chat interface, lobechat, chainlit, assistant ui
simulate people | pretend users | fake users | focus group: simulation, persona simulation, synthetic users, agent simulation, user simulation
game agents | agents play | agents world: game agent, simulation, multi agent, virtual world
agent every day | schedule agent | agent night: scheduled agent, agent scheduler, cron, agent cron, scheduled tasks
same config tools | share config agents | sync rules: rules sync, config sync, rulesync, dotfiles, agent config, ruler
ready made agents | agent collection | agent templates: agent collection, agent templates, awesome agents, subagents collection, claude agents
status line | statusline: statusline, claude statusline, status bar
manage sessions | many terminals | session list: session manager, tmux, claude squad, terminal multiplexer, zellij
agent budget | agent overspends: budget limit, cost control, spend limit, llm cost, agent budget
repetitive | boring work | tedious | annoying work: automation, workflow automation, macro, rpa, batch processing

# Reasoning and planning
think | think first | think step | reason: sequential thinking, chain thought, reasoning, think tool, step reasoning, thought process, tree thoughts, structured thinking
think harder | think deeper | deep thinking | complicated problem | complex problem | hard problem: sequential thinking, deep thinking, reasoning, problem solving, extended thinking, tree thoughts, structured reasoning, first principles
break down | split task | smaller steps | too big task: task decomposition, sequential thinking, task breakdown, planning, step reasoning, subtasks, taskmaster, work breakdown
plan | make plan | plan first | plan before: planning, planner, plan mode, implementation plan, task planning, roadmap, task decomposition
plan project | plan feature | implementation plan: implementation plan, project planning, spec driven, planning, prd, roadmap, taskmaster, spec kit
spec | write specification | write requirements | project requirements | prd: specification, spec driven, prd, spec kit, openspec, user stories, product requirements
double check | check answer | check own work | verify answer | review own | second look: verification, self review, verifier, quality check, cross check, self critique, fact checking
different viewpoints | other perspective | devils advocate | argue against | challenge idea | criticise idea | criticize plan: devils advocate, debate, critical thinking, multi perspective, red team, critique, adversarial review, six hats
debate | discuss agents | vote agents | agents agree: debate, agents debate, consensus, llm council, deliberation, majority vote
first principles | mental model | thinking methods: mental models, first principles, clear thought, thinking frameworks, decision framework
bias | blind spots | wrong assumptions | assumption: cognitive bias, assumption, critical thinking, bias detection, fallacy
logic | prove | theorem | formal proof: theorem prover, lean prover, z3, formal verification, prolog, logic solver, smt, coq
math | calculate | arithmetic: calculator, math, wolfram, sympy, mathematics, mathjs, math evaluation, arithmetic
equation | solve equation | algebra | solve integral: sympy, equation solver, wolfram, symbolic math, algebra, computer algebra, calculus
inches cm | miles km | convert units | celsius fahrenheit: unit converter, unit conversion, convert units, measurement
probability | odds | statistics: statistical analysis, monte carlo, bayesian, scipy
optimise | optimize | best combination | cheapest route | solver: optimization, solver, linear programming, or tools, constraint solver, minizinc, genetic algorithm
forecast | predict future | happen next | trend future: forecasting, forecast, prediction, time series, prophet forecasting, predictive
estimate | long take | guess effort: estimation, effort estimation, story points, estimate, planning poker
root cause | find reason: root cause, debugging, five whys, diagnostics, troubleshooting, rca, incident analysis
scenario | simulate outcome: scenario analysis, simulation, what if, scenario planning, monte carlo
business plan | business idea | startup idea: business strategy, business plan, swot, idea validation, business model
swot | strengths weaknesses | risk analysis | risks project: swot, risk assessment, risk analysis, premortem, risk management
goal | reach goal | sales targets | okr: goal tracking, okr, goal setting, habit tracker
random | random number | dice | roll dice | pick random: random number, dice, randomizer, rng, uuid
tarot | horoscope | fortune | astrology: tarot, astrology, horoscope, i ching, bazi, birth chart
grill plan | question plan | review plan | plan good: plan review, grill, critique, design review, adversarial review
really done | claims done | says finished: verification, completion check, quality gate, done definition, verifier
rubber duck | think loud: rubber duck, thinking partner, socratic, sequential thinking
simplify | too complicated | overengineered: simplify, simplification, yagni, refactor, code simplifier

# Translation and language
translate | other language | into german | into english | foreign language: translation, translator, translate, deepl, google translate, libretranslate, argos translate, machine translation, localization
deepl: deepl, translation
translate document | translate pdf | translate file | translate word: document translation, pdf translation, deepl, pdfmathtranslate, translator, babeldoc
translate website | multilingual website | website languages | app languages | localise: i18n, localization, internationalization, l10n, i18next, translation management, crowdin, lokalise, weblate
i18n | l10n | translation strings | translate app: i18n, localization, i18next, l10n, translation keys, crowdin, lokalise, gettext, internationalization
translate subtitles | translate video | subtitles other language: subtitle translation, dubbing, subtitle, srt, video translation, video dubbing
translate speech | live interpreter | live translation | understand foreigner: speech translation, live translation, interpreter, realtime translation
translate offline | translate privately: argos translate, libretranslate, offline translation, nllb, marian
detect language | language unknown: language detection, langdetect, language identification, fasttext, franc
understand foreign text | chinese text | japanese text: translation, translator, translate, furigana, pinyin
dictionary | meaning word | definition | define word: dictionary, wiktionary, definition, wordnet, thesaurus, merriam webster, lexicon
synonym | another word | other word | rhyme | thesaurus: thesaurus, synonym, datamuse, wordnet, rhyme, synonyms
learn language | practise english | practice spanish | vocabulary | duolingo: language learning, vocabulary, flashcards, anki, duolingo, language tutor, grammar
pronounce | pronunciation: pronunciation, ipa, phonetic, text speech, phoneme
transliterate | cyrillic | pinyin | romanise: transliteration, pinyin, romanization, cyrillic
dialect | british american | spelling british: localization, british english, spelling, language variant
plain language | easy language | simple words | simple english | easier read: plain language, readability, simplification, text simplification, simplify, leichte sprache
natural language | language processing | nlp: nlp, natural language, spacy, nltk, text analysis, hugging face, tokenization

# Speech and voice
dictate | transcribe | type speaking | stt | spoken words: speech text, whisper, transcription, speech recognition, stt, dictation, deepgram, assemblyai, transcribe, voice input
tts | read aloud | speak text | say loud | listen article: text speech, tts, elevenlabs, speech synthesis, voice synthesis, kokoro, piper, edge tts, openai tts, voice generation
speech text | voice text | audio text: text speech, tts, stt, speech synthesis, speech recognition, transcription, whisper, elevenlabs
asr | speech recognition: speech recognition, asr, whisper, transcription, deepgram, vosk
interview recording text | recording text | transcript | write recording: transcription, transcript, whisper, speech text, transcribe, diarization
speakers apart | separate speakers | identify speaker: diarization, speaker diarization, pyannote, speaker identification, whisperx
subtitle | captions video | closed captions: subtitle, subtitles, srt, captions, whisper, vtt, closed captions
own voice | clone voice | voice like: voice cloning, voice clone, elevenlabs, tts, voice synthesis, xtts, fish audio
audiobook | book audio | listen book: audiobook, tts, audiobookshelf, epub audio, librivox
article podcast | make podcast | documents podcast: podcast generator, podcast creation, tts, audio overview, notebooklm, podcastfy

# Text, writing, grammar
grammar | spelling | spell check | spelling mistakes | typos | correct text | proofread | proof read: grammar, languagetool, grammarly, spell check, proofreading, spellcheck, hunspell, cspell, vale, harper grammar
write text: writing assistant, copywriting, content writing
write better | improve text | better wording | polish text | rewrite | reword | rephrase | sounds bad: rewriting, rewrite, paraphrase, copyediting, writing assistant, text improvement, style guide
paraphrase | say differently | other words text: paraphrase, paraphrasing, rewriter, rewrite
sounds ai | ai text human | humanise | humanize text | less robotic | ai slop | sounds robot: humanizer, humanize, ai detection, ai writing, deslop, slop, writing style, natural writing
written ai | ai detector | detect ai text | chatgpt wrote: ai detection, ai detector, gptzero, content authenticity
plagiarism | copied text | stolen text: plagiarism, plagiarism detection, copyscape, similarity check
brand voice | voice writing: brand voice, writing style, style guide, voice tone, voice profile, style transfer, ghostwriter
tone | friendlier | more formal | politer: tone adjustment, rewriting, style transfer, writing assistant, politeness
write article | content writing | text website | seo text: content generation, content writing, article writer, blog writing, copywriting, content creation, seo content
advert text | ad copy | sales text | slogan | copywriter | product description: copywriting, ad copy, marketing copy, product description, slogan, copywriter, headline
headline | title ideas | catchy title: headline, title generator, copywriting, headline generator
name ideas | product name | company name | name startup: name generator, naming, brand name, domain name
fairy tale | poem | lyrics | song text: story generator, creative writing, poetry, poem, lyrics, storytelling, songwriting
script video | screenplay | film script: screenwriting, screenplay, script writing, video script
essay | thesis | dissertation | academic writing | homework: academic writing, essay, thesis, scientific writing, latex, citation, paper writing
technical writing | write docs: technical writing, documentation, style guide, docs, vale
press release: press release, pr newswire, public relations
readability | hard read | reading level | text complicated: readability, reading level, flesch, text simplification, hemingway
word count | many words | character count | text length: word count, word counter, character count, text statistics, text analysis
text tools: text processing, text manipulation, text analysis, string utilities
replace text | search replace | find replace | swap words: find replace, search replace, sed, text replacement, regex
regex | regular expression | text pattern | match pattern: regex, regular expression, regexp, pattern matching, regex101
uppercase | lowercase | change case | camel case | capital letters: case conversion, change case, camelcase, text transform, string manipulation
format text | align text | indent: formatter, prettier, text formatting, pretty print
compare text | two texts | text changed: text diff, diff, jsdiff, diff match, text comparison
keywords text | important words | topics text: keyword extraction, topic modeling, keybert, topic extraction, text analysis, tf idf
names text | places text | extract names | people mentioned: named entity, ner, spacy, entity extraction, entity recognition
classify text | sort text | text categories: text classification, classifier, zero shot, categorization, sentiment
sort list | alphabetical | list order: sort list, natural sort, sorting, alphabetize
slug | url friendly: slug, slugify
lorem ipsum | dummy text | placeholder text: lorem ipsum, placeholder text, faker, dummy text
ascii art | big letters: ascii art, figlet, ascii, banner
swear words | bad words | offensive | insulting | toxic comments: profanity, profanity filter, content moderation, toxicity, moderation, hate speech
moderate | moderate comments: moderation, content moderation, moderator, perspective api, toxicity
write together | edit together | collaborate document | same document: collaborative editing, crdt, yjs, etherpad, hocuspocus, realtime collaboration, google docs
text editor | rich text | editor website: text editor, rich text, tiptap, prosemirror, wysiwyg, ckeditor, monaco
legal text | legalese | lawyer: legal, legal writing, legal ai, lawyer, law
markdown table | text table: markdown table, table generator, table formatter
bullet points | bullet list: bullet points, outline generator, summarization, note formatting
text variables | placeholders template | fill placeholders: handlebars, mustache, jinja, template engine, nunjucks
footnote | references word: footnotes, citation, bibliography, zotero

# Project management, tasks, issues
task | todo | list tasks | list chores | checklist: todo, task management, tasks, todoist, todo list, checklist, task manager, things 3, ticktick, taskwarrior
todoist | ticktick: todoist, ticktick, things 3, microsoft todo, task management
apple reminders | iphone reminders: apple reminders, reminders, eventkit
google tasks: google tasks, google workspace, task management
gtd | getting things done: gtd, getting done, omnifocus, task management, todoist
task first | prioritise | prioritize | most important | priority: prioritization, task management, eisenhower, next task
overwhelmed | lose overview | lose track | cannot keep up: task management, prioritization, todo, planner, gtd
keep track | track progress | progress: progress tracker, tracking, progress tracking, dashboard, status tracking
tasks agent | agent todo | agent work list | remember tasks agent: taskmaster, task manager, task queue, beads, shrimp task, task orchestration, agent tasks, backlog md
project management: project management, jira, asana, trello, linear issue, monday com, clickup, basecamp, openproject, kanban
jira: jira, atlassian, issue tracking, jira cloud
linear app | linear issues | linear tickets: linear issue, issue tracking
trello | kanban | board cards | task board: kanban, trello, kanban board, planka, wekan, vibe kanban, focalboard
asana | clickup | monday com | basecamp: asana, clickup, monday com, basecamp, project management, wrike
bug report | ticket: issue tracking, jira, github issues, linear issue, bug tracker, gitlab issues, redmine, ticketing
github issues | gitlab issues: github issues, gitlab issues, issue tracker, github, gitlab
issue error | create ticket | file bug | tickets automatically: issue creation, create issue, jira, linear issue, github issues, bug report, sentry
sort issues | triage | too many issues | backlog: triage, issue triage, backlog, backlog grooming, backlog md, issue labeling
sprint | scrum | agile | standup | daily scrum: scrum, sprint, agile, standup, sprint planning, daily standup, retrospective
retrospective | retro | went well: retrospective, retro, post mortem, postmortem
done yesterday | status update | weekly update | status report: status report, standup, work log, activity summary, weekly report, status update, changelog
roadmap | product plan | product manager: roadmap, product management, prd, productboard, product roadmap, aha
user story | acceptance criteria: user stories, user story, acceptance criteria, gherkin
gantt | timeline | project timeline | milestones: gantt, timeline, milestone, ms project, project planning
task dependencies | order tasks: dependency graph, task dependencies, dag, topological, beads
assign | give task colleague | workload: task assignment, resource planning, workload, team management
deadline | due date | late tasks | overdue: deadline, due date, reminder, task management, overdue
habit | routine | streak: habit tracker, habit, habitica, habits, streak
project template | start project | new project | project skeleton: scaffold, boilerplate, project template, project generator, cookiecutter
change log | release notes | changed release | changelog: changelog, release notes, conventional commits, changelog generator, git cliff
teamwork | work together | collaborate: team collaboration, shared workspace, collaborative, team workspace
onboard | new employee | new colleague: onboarding, employee onboarding, hr, onboarding guide
employee | staff | hr | human resources: hr, hris, bamboohr, workday, employee, personio, payroll, gusto
payroll | salary | wages | pay staff: payroll, gusto, salary, deel
servicenow | itsm: servicenow, itsm, service desk, jira service
azure devops | ado: azure devops, work items, azure boards
redmine | youtrack: redmine, youtrack, plane project, openproject, issue tracker
pomodoro | concentrate | distraction | procrastinate: pomodoro, focus timer, website blocker, distraction
motivation | accountability partner | stick plan: accountability, habit tracker, motivation
life organised | life organized | household | chores: household, chores, family organizer, home management, grocy
shopping list | grocery list | groceries: shopping list, grocery, groceries, grocy, instacart, meal planning
wedding plan | party plan | plan event | organise event: event planning, event management, party planner, eventbrite
inventory home | things own: home inventory, homebox, grocy, inventory, snipe it
packing list: packing list, travel planner, checklist
process documentation | standard procedure | sop | runbook: sop, runbook, standard operating, playbook, process documentation
notes tasks | text tasks: task extraction, action items, todo extraction, todoist
todo comments | todos code: todo comments, todo scanner, leasot, code annotations
sync jira | jira github | tickets between tools: issue sync, jira github, bidirectional sync, unito
freelancer | outsource | find freelancers: upwork, freelancer, fiverr, freelance
spend project | project cost | project budget: project budget, cost estimation, budget tracking

# Time tracking
time tracking | hours worked | log hours | timesheet | time spent | long worked: time tracking, toggl, clockify, timesheet, harvest timesheet, time tracker, kimai, worklog
toggl time | clockify | harvest time: toggl, clockify, harvest timesheet, time tracking
time goes | screen time | computer time: activitywatch, rescuetime, screen time, time tracker, wakatime, activity tracking
coding time: wakatime, coding time, wakapi, code time
bill hours | billable | invoice hours | client hours: billable hours, harvest timesheet, time tracking, freshbooks, invoicing, timesheet
punch clock | attendance: attendance, time clock, clock in, timesheet, check in

# Forms and surveys
form | online form | web form | make form | questionnaire: form builder, google forms, typeform, jotform, tally form, formbricks, survey, react form
survey | poll | ask people | opinion poll | vote | collect answers: survey, typeform, surveymonkey, google forms, poll, qualtrics, limesurvey, formbricks, voting poll, questionnaire
form answers | form responses | survey results | analyse survey | analyze survey: survey analysis, form responses, google forms, typeform, survey responses, survey results
contact form | website form | form without backend: contact form, formspree, form backend, netlify forms, web3forms
sign up form | signup | waiting list | waitlist | collect emails: signup form, waitlist, newsletter signup, lead capture, registration form
registration | event registration | sign up people: event registration, eventbrite, signup
form validation | check input | wrong input: form validation, zod, validator, yup, react form, input validation
google forms: google forms, form builder, google workspace
typeform | jotform | tally: typeform, jotform, tally form, form builder
nps | satisfaction | happy customers: nps, customer satisfaction, csat, survey, customer feedback
choose date together | doodle poll | find date group: doodle, date poll, rallly, meeting poll, scheduling poll
signature pad | sign screen: signature pad, signature capture, esignature
payment form | order form: payment form, stripe checkout, checkout form, order form
file upload form | collect files: file upload, upload form, file request, filestack

# General verbs
make smaller | smaller | shrink | reduce | too big | squeeze: compress, shrink, resize, minify, compression, optimizer, thumbnail
bigger | enlarge | make larger: upscale, upscaler, enlarge, resize, super resolution, esrgan
compress: compression, gzip, zip, minify, optimizer, brotli, zstd, tinypng
resize: resize, crop, sharp, thumbnail, imagemagick
crop | trim: crop, trim, cutter, cropping, image crop
cut video | trim video | cut audio: ffmpeg, video editing, video trim, video cutter, moviepy, audio trim
split | divide | separate: splitter, split, chunking
join | merge | combine | put together: merge, concat, join, concatenate
compare | comparison | see difference | versus: diff, compare, comparison, difference, benchmark
watch | keep eye | keep watch | monitor | observe: monitor, monitoring, watcher, alert, tracker, observability
warn: alert, alerting, notification, alerts, pagerduty
explain | explanation | understand | make sense: explanation, explainer, tutor, walkthrough, explain code, eli5
explain code | understand code: code explanation, explain code, code analysis, deepwiki, code documentation, code understanding
describe: caption, captioning, image description, alt text
draw | sketch | paint: drawing, sketch, excalidraw, diagram, svg, tldraw, illustration
design | make pretty | look nice | nicer | ugly: figma, ui design, canva, frontend design, design system
record: recorder, recording, screen recording, audio recorder, screen capture
record screen | screen video | film screen: screen recording, screen recorder, screencast, obs, asciinema, ffmpeg
play music | play song | music: music, spotify, apple music, audio player, sonos
play video | watch film | movies: video player, plex, jellyfin, movie, tmdb, media server
listen music | listen radio | radio station: music, spotify, internet radio, radio browser, audio player, apple music
share | show others | make public: file sharing, share link, public link, screen sharing, link sharing
share terminal | share screen | show screen: screen sharing, terminal sharing, tmate, webrtc, upterm, screen share
send: messaging, smtp, file transfer, send message, send email, send notification
incoming | receive messages | react incoming: webhook, inbox, listener, inbound webhook, message listener
deploy | put live | go live | ship app | release app: deploy, deployment, vercel, netlify, ci cd, docker, heroku, railway
publish: publishing, wordpress, npm publish, release automation, content publishing
test | tester | works correctly: testing, test runner, unit test, test automation, playwright, jest, pytest, qa, vitest
check | verify | validate: validator, validation, verification, linter, verifier, health check, lint
fix | repair | solve problem | broken | doesnt work | mend: troubleshooting, autofix, auto fix, debugging, debugger, error fix, bug fix
error | crash | fails: error tracking, sentry, error handling, debugging, crash, bugsnag
debug | find bug | bug: debugger, debugging, debug, bug, root cause, breakpoint
speed up | faster | too slow | slow | make fast | performance problem | bad performance: performance optimization, optimization, profiler, profiling, optimize, benchmark, cache
fast | quicker | quick | quickly: blazing fast, lightweight, high performance, low latency, ultra fast
wait seconds | pause between | delay: timer, sleep timer, delay tool, wait tool
retry | try again | fails sometimes | flaky: retry, backoff, flaky, circuit breaker
stop program | kill process | hanging program: process manager, kill process, pm2, htop, task killer
launch | open program | open app | start program: launcher, app launcher, open app, autostart, raycast, alfred
install | setup: installer, install, installation, package manager, bootstrap
update | upgrade | newer version | latest version | outdated: updater, outdated, renovate, dependabot, version check
uninstall | get rid | remove program: uninstaller, uninstall, app cleaner, bloatware
hide | conceal | invisible: obfuscate, obfuscation, redaction, masking, steganography, data masking
lock: file lock, mutex, encryption, access control
unlock: unlock, decrypt, password recovery, smart lock
protect | secure | keep safe: encryption, firewall, guardrails, security scanner, hardening, data protection
encrypt | secret message | scramble | unreadable others: encryption, encrypt, gpg, pgp, aes, age encryption, cryptography, libsodium
decrypt: decrypt, decryption, encryption
password | login details | credentials: password, password manager, 1password, bitwarden, hashicorp vault, credentials, keepass, secrets manager
api key | keys safe | secret | keep secret: secrets manager, hashicorp vault, dotenv, doppler, infisical, keychain, secrets management, secret scanning
leaked key | secrets code | key git | password leaked: secret scanning, gitleaks, trufflehog, secret detection, haveibeenpwned, leak detection
anonymise | anonymize | personal data | hide names | pii | sensitive data: anonymization, pii, redaction, presidio, pseudonymization, masking, data masking, gdpr, pii detection, dlp
private | privacy | nobody sees | confidential: local first, privacy first, privacy focused, self hosted, encrypted, on premise, offline, zero knowledge
offline | without internet | internet unavailable | local machine | local only | locally: offline, local first, self hosted, on device, ollama
self hosted | own server | host myself | selfhosted: self hosted, selfhosted, docker, homelab, on premise
cheap | cheaper | save money | low cost | inexpensive | too expensive: cost optimization, cheap, low cost, free tier, price comparison, deals, coupon, affordable
free | without paying | gratis | pay nothing: open source, free tier, no key, free api, keyless
open source | foss: open source, mit license, foss, apache license
safe | safer | danger: sandbox, guardrails, security scanner, safety check, permission, sandboxed
trust | trustworthy | reliable: trust score, verification, security audit, reputation score, trust layer
easy | easier | simple | beginner: easy, lightweight, zero config, user friendly, beginner friendly, one click, no code
small | lightweight | minimal | tiny: lightweight, small footprint, zero dependency, minimalist, micro library
huge | enormous | very big | very large: large files, bulk, big data, large scale
legacy | ancient | very old: legacy code, code migration, legacy system, refactor
new releases | latest release | new version: release monitor, release notes, new releases, version checker, changelog
duplicate | twice: duplicate, deduplication, dedupe, duplicates, duplicate finder
missing | lost | cannot find | gone | disappeared: data recovery, file recovery, undelete, gap analysis, file search
unused | longer needed | leftover: unused, dead code, knip, prune, cleanup, depcheck
incorrect | mistake: validation, error detection, error correction, linter, proofreading
similar | alike | resembles: similarity, similar, semantic similarity
exactly same | identical copies: duplicate, duplicate finder, deduplication, checksum, diff
better | improve | enhance: optimizer, enhancer, refactor, optimization, self improvement
bulk | mass | lots: bulk, batch, batch processing, mass update
batch: batch, bulk, batch processing, parallel
parallel | same time | simultaneously: parallel, concurrency, multithreading, worker pool
real time | realtime | instantly: realtime, real time, live data, websocket, live updates
count: counter, word count, token count, statistics tool
measure: metrics, measurement, benchmark, profiler
record happened | keep record | log everything: logger, audit log, audit trail, activity log, event log
collect | gather | bring together: aggregator, aggregation, scraper, curation, data collection, collection tool
filter | only relevant | sift: content filter, relevance filter, filter rules, relevance ranking
search tool | seek | hunt: search engine, full text, lookup, semantic search, search tool
replace | swap: find replace, search replace, string replace, drop replacement
rename: rename, renamer, bulk rename
clone | make copy: clone, file copy, mirror, replicate data, git clone
migrate | switch provider | transfer data: migration, migrate, data migration, import export, importer
import data | import file | import list: import, importer, ingestion, data import, csv import
export | download everything mine: export, exporter, data export, backup, takeout
upload photos | photos online: photo upload, immich, flickr, google photos, cloudinary, image hosting
store data | keep | save | preserve: persistent storage, archive, key value, database, data store, local storage
archive: archive, archiving, archiver, backup, long storage
delete | remove | erase | throw away: remover, eraser, purge, cleanup, delete files, removal tool
clean | dirty | messy | mess: cleaner, cleanup, sanitize, cleaning, organizer
organise | organize | arrange | put order: organizer, file organizer, auto organize, declutter, planner
cluster | belong together | group similar: clustering, categorization, topic modeling
imitate | mimic | fake | simulate: mock, simulator, simulation, emulator, faker, mocking
fake data | test data | example data | sample data | dummy data: faker, mock data, test data, synthetic data, fixtures, data generator, mockaroo
connect | link together | integrate: connector, app integration, connectors, api integration, zapier, n8n, composio
remote | afar: ssh, remote access, tunnel, remote desktop, remote control
remote computer | other computer | control other pc | remote desktop: remote desktop, ssh, vnc, rdp, rustdesk, remote control, anydesk
make available internet | expose local | localhost public | local server public: tunnel, ngrok, cloudflared, localtunnel, tailscale, cloudflare tunnel, frp
pay | payment | accept payments | take payments | charge card: payment, stripe, paypal, payments, checkout, square payments, mollie, adyen, razorpay
sell | sell online | online shop | web shop | store online sell: ecommerce, shopify, woocommerce, online store, storefront, medusa, e commerce, etsy, amazon seller
buy | order online | purchase | shopping: shopping, ecommerce, checkout, product search, amazon, purchase, shopify
money | spending | travel expenses | track expenses | monthly expenses | budget | household money: budget, expense tracker, personal finance, ynab, expense, firefly iii, actual budget, finance, plaid
bank | bank account | bank transactions | account balance: banking, plaid, open banking, transactions, gocardless, personal finance
bookkeeping | accounting software | business accounting | company accounts | books balance: accounting, quickbooks, xero, bookkeeping, ledger, beancount, freshbooks, odoo, lexoffice
tax | tax return | vat: tax, vat, tax calculator, tax filing, irs, vat validation
subscription | cancel subscription | subscriptions pay: subscription, subscription tracker, recurring payments, billing, wallos
book flight | cheap flight | flights | plane ticket: flight search, flights, amadeus, skyscanner, google flights, airline, duffel, kiwi flights
book hotel | hotel | place stay | accommodation: hotel, airbnb, booking com, hotel search, accommodation, travel, expedia
trip | travel | holiday plan | vacation | itinerary | journey: travel, trip planner, itinerary, travel planner, tripadvisor, travel planning, flights
railway | public transport | train times: public transport, train ticket, transit, gtfs, deutsche bahn, rail, timetable, 12306
restaurant | places eat | book table | order food: restaurant, opentable, yelp, restaurant search, reservation, food delivery, doordash
weather | rain tomorrow | forecast weather | rain | umbrella: weather, openweathermap, forecast, open meteo, meteorology, weather api, noaa
guess | predict outcome | bet: prediction, forecasting, prediction market, polymarket, odds
decide | choose | choice: decision making, decision support, decision matrix, decision helper
learn examples | demonstrate: few shot, demonstration, code examples, walkthrough, tutorial
guide | tutorial | instructions: tutorial, walkthrough, howto, documentation, step guide
limit | restrict | maximum: limiter, rate limit, quota, throttle, spending limit, usage limit
block | prevent | forbid: firewall, blocklist, ad blocker, website blocker, guardrails
allow | access rights | permission: permissions, access control, rbac, authorization, acl, iam
login | authenticate | user accounts: authentication, oauth, login, auth, sso, auth0, clerk, better auth, keycloak
two factor | 2fa | mfa | one time code: totp, 2fa, otp, mfa, authenticator, two factor
turn lights | switch lights | wake computer: home assistant, smart home, wake lan, homekit, philips hue
smart lights | room lights | heating | smart home | devices house: home assistant, smart home, homekit, philips hue, mqtt, zigbee, tuya
location | gps | current position: geolocation, gps, ip geolocation, location services
driving directions | get there car: routing, directions, google maps, osrm, openrouteservice, navigation, mapbox, graphhopper
parcel | package arrives | track package | shipping label | shipping cost | shipment: shipping, package tracking, shipment, fedex, dhl, ups, tracking number, shippo, aftership, easypost
easiest way | without hassle | less effort: one click, zero config, no code, wizard
weird | strange | suspicious | unusual: anomaly detection, fraud detection, anomaly, scam detection, outlier
blurry | blurred | sharper: sharpen, deblur, upscaler, super resolution, image enhancement

# More nouns people use
program mac | mac | macos | apple computer: macos, applescript, osascript, apple shortcuts, swift
windows pc | windows | microsoft windows: windows, powershell, win32, winget, windows automation
linux: linux, ubuntu, bash, systemd, debian
android phone | android: android, adb, kotlin, android emulator, appium
iphone | ios | ipad: ios, iphone, xcode, swift, ios simulator, appium
db | database: database, postgres, mysql, sqlite, sql, mongodb, supabase
sql | query database: sql, postgres, mysql, sqlite, database query
k8s: kubernetes, kubectl, helm
kubernetes: k8s, kubectl, helm
ci | ci cd | continuous integration: ci, github actions, continuous integration, jenkins, gitlab ci, circleci
pr | pull request | merge request: pull request, code review, merge request, github, pr review
js | javascript: javascript, typescript, nodejs, js
ts | typescript: typescript, ts, tsc
py | python: python, uv, py
repo | repository: github, git, gitlab
ui | user interface | gui: user interface, frontend, gui, ui components
ux | usability: ux, usability, user experience, user research
kb: knowledge base, wiki
ml: machine learning, model training, ml
genai | generative ai: generative ai, llm, genai, image generation
nlu | intent | user wants: intent detection, nlu, intent classification, intent recognition
pic | snapshot: image, photo, picture, screenshot
vid | video: video, ffmpeg, mp4, video editing, video processing
sound | audio | mp3: audio, mp3, ffmpeg, wav, audio processing
song | playlist: music, spotify, playlist, song, lyrics, apple music
colour | color: color, colour, palette, color palette, contrast, hex color
font | typeface: font, typography, google fonts, fontawesome
icon | symbol: icon, icons, svg, iconify, favicon, lucide, fontawesome
logo | brand logo | company logo: logo, brand assets, branding, logo generator, svg
avatar | profile picture: avatar, profile picture, gravatar, dicebear
wallpaper | background picture: wallpaper, unsplash, background image
presentation video | explain video: explainer video, remotion, video generation, manim
cartoon | comic: comic, cartoon, manga, comic generator
animation | moving picture: animation, lottie, gif, gsap, manim, remotion
game: game, game engine, unity, godot, chess, steam
recipe | cook | meal | dinner: recipe, meal planning, cooking, spoonacular, mealie, nutrition
diet | calories | nutrition: nutrition, calorie, diet, usda, food data, macro tracker
fitness training | gym | workout | exercise | marathon training: fitness, strava, workout, garmin, apple health, training plan
symptoms | doctor | medicine: health data, medical literature, healthcare, fhir, drug information, apple health
kids | children: kids education, education, parental control, family organizer
family: family organizer, family calendar, genealogy, household
car | vehicle: tesla, automotive, obd, vin, vehicle data
stock market | stock price | invest: stock market, yahoo finance, stocks, alpha vantage, trading, investment, portfolio, market data, polygon stock, finnhub
crypto | bitcoin | coin price: crypto, bitcoin, cryptocurrency, coingecko, ethereum, blockchain, coinmarketcap
currency | exchange rate | euro dollar | foreign money: exchange rate, currency, currency conversion, forex, currency converter
sport | football results | match results: sports, football, nba, espn, sports data, soccer, nfl
film recommend | tv series: tmdb, movie recommendation, imdb, tv shows, movies, trakt, letterboxd
gift | birthday present: gift, gift ideas, gift recommendation
joke | funny | humour | humor: joke, jokes, humor, meme

# Source code: reading, navigating, understanding
understand codebase | explain code | learn codebase | unfamiliar code: code explanation, codebase analysis, code understanding, repo map, codebase qa, deepwiki, repomix, codebase onboarding
search code | find code | grep code | look through code: code search, ripgrep, sourcegraph, semantic code, codebase search, ast grep, zoekt, code index
function defined | definition symbol | jump definition | find references | function used | calls function: language server, lsp, code navigation, symbol search, serena, ctags, tree sitter, call graph
codebase graph | code relationship | dependency between file | code structure | architecture codebase: code graph, knowledge graph, dependency graph, call graph, ast, tree sitter, codebase map, code analysis
repository prompt | pack repository | codebase one file | repo text | code context: repomix, gitingest, code2prompt, repo context, codebase context, repo packer
syntax tree | parse code | parse source: ast, tree sitter, parser, abstract syntax, babel, ast grep
codebase: repository, repo, source code, code analysis, codebase index
source code: codebase, repository, github, code analysis
repo: repository, github, git, gitlab
repository: repo, github, git, gitlab, bitbucket
count line code | lines code | size codebase: cloc, scc, tokei, code metrics, code statistics
code complexity | complicated function | maintainability code: cyclomatic complexity, code metrics, code quality, lizard, sonarqube, codescene, technical debt
technical debt | tech debt | messy code | ugly code | spaghetti code | clean code: refactoring, code quality, code smell, technical debt, sonarqube, clean code, code cleanup
unused code | dead code | code nobody uses | unused import | unused function | unused export: dead code, knip, vulture, unused dependencies, unused exports, ts prune, tree shaking
duplicate code | copied code | repeated code | copy paste code: code duplication, jscpd, duplicate detection, clone detection
code snippet | reuse code | save snippet | boilerplate piece: snippet, gist, code snippets, snippet manager
write code | generate code | coding assistant: code generation, coding agent, codegen, claude code, copilot, codex, cursor, aider
start new project | scaffold project | project template | boilerplate | bootstrap project | starter kit: scaffold, scaffolding, boilerplate, project template, cookiecutter, yeoman, create app, generator
translate code | convert code language | port code | rewrite another language | code another language: code migration, transpiler, code translation, code conversion, porting
legacy code | old code | modernize code | cobol: legacy modernization, code migration, legacy code, refactoring, mainframe, cobol
upgrade framework | migrate framework | migrate version | new major version | breaking change: migration guide, codemod, upgrade guide, openrewrite, breaking changes, framework migration, jscodeshift
compare code | difference between file | compare two file | diff: diff, file comparison, patch, code diff, difftastic, text compare
apply patch | edit file code | change many files | replace across file | bulk edit code: patch, find replace, multi edit, codemod, ast grep, comby, search replace, file edit
reverse engineer | decompile | disassemble | look inside binary | understand binary: ghidra, ida pro, decompiler, radare2, reverse engineering, disassembler, binary ninja, jadx, binary analysis
obfuscated code | deobfuscate | minified code | unreadable javascript: deobfuscator, beautifier, unminify, source map, obfuscation
minify | smaller javascript | bundle size | reduce bundle: minifier, bundler, esbuild, terser, webpack, bundle analyzer, rollup, tree shaking
bundle javascript | bundler | build javascript: webpack, vite, rollup, esbuild, parcel, turbopack, rspack
monorepo | many packages repo | workspace packages: nx, turborepo, lerna, pnpm workspace, monorepo, bazel, rushjs
compile | build fails | compile error: compiler, build tool, gcc, llvm, clang, cmake, build error, webassembly
wasm | run binary browser: webassembly, wasm, wasi, emscripten
online compiler | run code | execute code | try code safely | run untrusted code: code execution, code interpreter, sandbox, e2b, code runner, jupyter, piston, judge0, repl
run python | execute python | python script: python interpreter, code execution, python sandbox, python executor, repl, pyodide, jupyter
run javascript | execute javascript | javascript sandbox: javascript execution, node sandbox, code runner, deno, quickjs, v8 isolate

# Refactoring, review, linting, formatting, types
refactor | restructure code | improve code | tidy code | cleaner code: refactoring, code cleanup, code quality, code simplifier, codemod, code improvement
rename variable | rename symbol | rename function: refactoring, lsp, rename symbol, language server, code refactoring
code review | check code | critique code | second opinion code: code review, code reviewer, pr review, pull request, coderabbit, static analysis, sonarqube
code quality | bad practice | best practice code | code standard | coding convention: linter, code quality, static analysis, coding standards, sonarqube, code review, eslint, style guide
lint | linter | style error | syntax check: eslint, linter, lint, ruff, pylint, biome, stylelint, golangci, rubocop, static analysis
python lint | python style | pep8: ruff, flake8, pylint, black formatter, pycodestyle
javascript lint | typescript lint: eslint, biome, oxlint, prettier
format code | prettify code | indent code | beautify code: prettier, formatter, code formatter, black formatter, beautifier, biome, clang format, gofmt, dprint
static analysis | bug without running | find bug code | spot mistake code: static analysis, sonarqube, semgrep, codeql, linter, bug detection, code analyzer
type error | type check | type safety | wrong type | typing python: typescript, type checker, mypy, pyright, tsc, type checking, type inference, pyrefly
typescript: typescript, tsc, ts, type definitions, type checker
type definition | generate type | types json: type generation, quicktype, typescript types, codegen, json schema
javascript: javascript, js, nodejs, typescript, npm
js: javascript, nodejs, typescript
python: python, py, pip, pypi, django, uv
golang | go language: golang, gopls
java: java, jvm, maven, gradle, spring, kotlin
c# | csharp | dotnet: dotnet, c#, nuget, roslyn, csharp, asp net
c++ | cpp: c++, cpp, clang, cmake, conan
php: php, laravel, composer, symfony, phpstan
ruby: ruby, rails, rubygems, rubocop, bundler
swift | xcode | ios app: swift, xcode, swiftui, ios simulator, xcodebuild
react: react, jsx, nextjs, react component, react hooks
css | style page | stylesheet: css, tailwind, stylesheet, sass, postcss, stylelint
regex | regular expression | match pattern text: regex, regexp, regular expression, regex tester, pattern matching
commit check | before commit | pre commit: pre commit, git hooks, husky, lefthook, lint staged

# Documentation of code and libraries
library documentation | latest docs | date docs | official docs | docs package | current documentation | api outdated: context7, library docs, documentation search, docs mcp, api reference, docs fetch, package docs, devdocs
hallucinated api | invents function | outdated library | deprecated api: context7, library docs, version docs, api reference, documentation
write documentation | generate documentation | document code | code comments | docstring: documentation generator, docstring, jsdoc, typedoc, sphinx, readme generator, code documentation, technical writing, doxygen
readme | describe project: readme, readme generator, documentation, project description
documentation site | docs website | publish docs | manual website: mkdocs, docusaurus, vitepress, mintlify, gitbook, static site, readthedocs, starlight, sphinx
api documentation | describe endpoint: openapi, swagger, api docs, redoc, api reference, postman, mintlify
architecture decision | record decision | decision rationale: adr, architecture decision, decision record, decision log
changelog | release notes | whats new | changed between versions: changelog, release notes, semantic release, conventional changelog, changesets, git cliff
version number | bump version | semantic version: semver, semantic release, version bump, changesets, release please
release software | publish release | ship version: release automation, semantic release, goreleaser, github releases, changesets, release management
write specification | requirement document | spec before coding | plan feature | product requirements: prd, spec driven, specification, product requirements, spec kit, user stories, technical spec

# Packages and dependency updates
update dependency | outdated package | upgrade package | update library | dependencies old | bump dependency: dependabot, renovate, dependency update, npm check, outdated, package version, dependency upgrade
latest version package | newest version | version library | current version package: package version, npm registry, pypi, version check, package registry, dependency version
find library | find package | search npm | pick package: npm search, package search, npm registry, pypi, libraries io, package registry, crates
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
git | version control: git, github, gitlab, repository, version control, bitbucket
github: github, octokit, gh cli, repository, pull request, github actions
gitea | self hosted git | forgejo | codeberg: gitea, forgejo, gogs, git server
azure devops | tfs: azure devops, work items, azure pipelines
svn | subversion | perforce | mercurial: svn, subversion, perforce, mercurial, version control
changed line | blame line | wrote line | author code: git blame, git history, git log, code authorship
code history | history file | earlier version file | previous version file: git log, git history, version history, file history, git blame
undo change | revert change | go back version | restore earlier version | rollback code: git revert, checkpoint, rollback, snapshot, version control, git reset
commit message | describe change | write commit: commit message, conventional commits, git commit, commitizen, aicommits, commitlint
commit change: git commit, git, conventional commits, version control
branch | git branch | switch branch: git branch, git workflow, git worktree, branch management
worktree | parallel branch | several agents repo: git worktree, worktrees, parallel agents, parallel development, worktree manager
merge conflict | resolve conflict | rebase conflict: merge conflict, conflict resolution, git merge, git rebase, mergetool
pull request | pr | merge request: pull request, pr review, github pr, merge request, gitlab, code review, bitbucket
review pull request | review pr | review merge request | approve pr: pr review, code review, code reviewer, pull request, coderabbit, pr agent, github pr
open pull request | submit change | create pr | propose change: pull request, create pr, github, gh cli, pr description
pr description | describe pull request | summarize pr: pr description, pr summary, pull request, pr template
answer review comment | reviewer comments | address feedback pr: pr comments, review comments, pull request, code review
github issue | report bug | file ticket: github issues, issue tracker, bug report, jira, linear app, issue management
bug tracker | issue tracker | track bug: issue tracker, jira, linear app, github issues, bugzilla, redmine, youtrack, mantisbt
triage issue | sort bug reports | label issue: issue triage, github issues, issue labeling, linear app, triage
squash | rewrite history | interactive rebase | clean commits: git rebase, git history, interactive rebase, stacked commits
stacked pr | stacked diff | dependent pull request: graphite, stacked prs, git spice, stacked diffs
large file git | git lfs | repo too big: git lfs, repo size, bfg, git filter
clone repository | download repository | get repo: git clone, github, gitingest
github star | trending repository | popular project | popular repo: github trending, trending repositories, github stars, star history, awesome list
contributor statistics | team activity code | developer productivity: git analytics, contributor stats, dora metrics, engineering metrics, git statistics, commit activity
open source contribution | good first issue | contribute project: good first, open source, github issues, contribution guide

# Tests and quality assurance
write test | generate test | unit test | add tests | missing test: unit test, test generation, pytest, jest, vitest, tdd, test generator, junit
run test | execute test | test suite | tests pass: test runner, pytest, jest, vitest, test execution, mocha, junit, playwright
failing test | broken test | tests red: test failure, debugging, test runner, fix tests, test debugging
flaky test | test sometimes fails | unstable test | intermittent test: flaky tests, test retry, test stability, test reliability, playwright
test first | test driven | tdd: tdd, test driven, red green, unit test
test coverage | untested code | much tested | code coverage: coverage, codecov, istanbul, test coverage, coveralls, code coverage
mutation testing | good tests | weak tests: mutation testing, stryker, mutmut, test quality, pitest
end end test | e2e | test web app | test website | test user flow | click through app: playwright, cypress, selenium, e2e, browser automation, puppeteer, webdriver, browser testing, stagehand
mobile test | test phone app | test android app | test ios app: appium, maestro, detox, espresso, ios simulator, mobile testing, mobile automation, xcuitest
api test | test endpoint | test rest | check api works: postman, api testing, newman, bruno, httpie, insomnia, rest client, hurl, contract testing
load test | stress test | many users once | handle traffic | many requests | performance test: load testing, k6, jmeter, locust, gatling, stress testing, artillery, performance testing, benchmark
visual regression | screenshot compare | layout changed | looks different: visual regression, visual testing, percy, chromatic, screenshot comparison, pixel diff, backstopjs
cross browser | different browsers | works safari: browserstack, saucelabs, lambdatest, cross browser, playwright
test data | fake data | dummy data | sample data | mock data | placeholder data: faker, mock data, synthetic data, test data, data generator, fixtures, seed data, mockaroo
fuzz | random input crash: fuzzing, fuzzer, afl, property testing, libfuzzer
property based | invariant test: property testing, hypothesis, quickcheck, fast check
behaviour test | behavior test | cucumber | gherkin: cucumber, bdd, gherkin, specflow
test plan | test case management | qa plan | manual testing | exploratory test: test plan, testrail, test cases, zephyr, qa, quality assurance
qa | quality assurance: qa, quality assurance, test automation, playwright
accessibility | a11y | screen reader | blind user | wcag | disabled user: accessibility, a11y, wcag, axe, lighthouse, screen reader, pa11y, aria
colour contrast | color contrast | readable colors: contrast checker, wcag, accessibility, color contrast
test prompt | evaluate agent | evaluate llm | llm eval | model output quality: evals, promptfoo, llm evaluation, deepeval, langfuse, ragas, benchmark, braintrust

# Debugging, profiling, performance
debug | debugger | step through code | breakpoint | program crash: debugger, debugging, breakpoint, gdb, lldb, dap, debug adapter, pdb, root cause
fix bug | find cause | root cause | something broken | keeps failing | troubleshoot: debugging, root cause, troubleshooting, systematic debugging, bug fix, diagnostics
stack trace | traceback | exception | error message: stack trace, sentry, error tracking, exception tracking, debugging, traceback, error analysis
crash report | app crash | crash phone app: crash reporting, crashlytics, sentry, bugsnag, crash dump, windbg, symbolication
error tracking | production error | errors users see | exception monitoring: sentry, error tracking, bugsnag, rollbar, error monitoring, glitchtip, honeybadger, raygun
memory leak | too much memory: memory profiler, heap snapshot, memory leak, valgrind, heap dump, profiling
slow code | slow program | make faster | speed code | performance problem | bottleneck: profiler, profiling, performance optimization, flamegraph, benchmark, performance analysis, py spy, pprof
cpu usage | high cpu | computer slow | system resources | ram usage: system monitor, htop, cpu usage, resource monitor, system metrics, process monitor, system info, glances, psutil
benchmark | measure speed: benchmark, benchmarking, hyperfine, performance testing
slow website | page speed | web vitals | website loads slowly | page load: lighthouse, pagespeed, web vitals, web performance, webpagetest, performance audit, chrome devtools
browser console | devtools | console error browser | inspect browser | network requests browser: chrome devtools, devtools, console logs, browser debugging, cdp, browser tools, network inspector
network traffic | packet | sniff network | capture traffic | intercept request: wireshark, tshark, packet capture, pcap, mitmproxy, tcpdump, http proxy, burp, charles proxy, packet analysis
race condition | deadlock | concurrency bug: concurrency, deadlock, race detector, thread sanitizer, thread dump
distributed trace | trace request | follow request services: opentelemetry, jaeger, distributed tracing, tracing, zipkin, tempo, datadog, honeycomb

# Logs, monitoring, alerts, uptime
log file | read logs | search log | analyse logs | analyze logs: log analysis, loki, elasticsearch, splunk, kibana, cloudwatch, log search, log viewer, graylog, observability
monitor server | server health | watch server: prometheus, grafana, datadog, monitoring, zabbix, nagios, observability, new relic, server monitoring, netdata
observability | telemetry | metrics: observability, opentelemetry, prometheus, grafana, datadog, new relic, dynatrace, honeycomb, telemetry, signoz
splunk | siem log: splunk, siem, log analysis, elastic
apm | application performance: apm, new relic, datadog, dynatrace, application monitoring, appdynamics
site down | website down | server down | website available | uptime | site offline | ping website: uptime, uptime monitor, uptimerobot, uptime kuma, healthcheck, status check, ping, pingdom, betterstack, website monitoring
status page | service outage | down everyone | outage: status page, statuspage, downdetector, incident, outage, service status
incident | emergency production | postmortem: pagerduty, opsgenie, incident management, incident response, on call, rootly, postmortem, incident io, runbook
notify problem | threshold alert: alerting, alertmanager, alerts, pagerduty, notification, monitoring, price alert
anomaly | unusual value | outlier | strange pattern: anomaly detection, outlier detection, anomalies, time series
website changed | page changes | watch page | notice change website | page updated: change detection, website monitor, changedetection, page monitor, visualping, web monitoring, diff
certificate expires | ssl expiry | domain expires | tls certificate | https certificate: ssl certificate, tls, certificate monitoring, letsencrypt, ssl checker, certbot, domain expiry, x509, acme
heartbeat | cron job failed | scheduled job missed: healthchecks, cron monitoring, cronitor, heartbeat
llm cost | token usage | much tokens | api spend model: token usage, ccusage, token counter, cost tracking, usage tracking, llm cost, helicone, langfuse
trace agent | agent observability | log agent: langfuse, langsmith, agent observability, llm observability, tracing, opentelemetry, arize phoenix, agent traces

# CI, deployment, hosting
ci | continuous integration | build pipeline | build server | automatic build: ci, cicd, github actions, jenkins, gitlab ci, circleci, buildkite, teamcity, ci pipeline, travis
pipeline failed | ci broken | ci red: github actions, ci logs, jenkins, circleci, build logs, ci failure, ci pipeline, workflow runs
deploy | deployment | put online | go live | ship app | publish app | release production: deploy, deployment, vercel, netlify, heroku, railway, cloudflare, coolify
host website | web hosting | publish website | put website online: web hosting, netlify, vercel, cloudflare pages, github pages, static hosting, surge, hostinger, cpanel, s3
self host | homelab: self hosted, docker compose, coolify, homelab, proxmox, portainer, unraid, truenas, dokploy, caprover
rollback deployment | deployment went wrong | undo release: rollback, argo rollouts, deployment, canary, blue green
feature flag | feature toggle | gradual rollout | enable feature users: feature flags, launchdarkly, unleash, feature toggle, flagsmith, growthbook, statsig, posthog, configcat
ab test | split test | version converts | experiment variants: ab testing, growthbook, optimizely, statsig, vwo, posthog, split testing
preview deployment | preview environment: preview deployment, staging environment, vercel, ephemeral environment
app store | publish ios app | app review apple | testflight: app store, appstore connect, testflight, fastlane, asc
google play | play store | publish android app: google play, play store, play console, fastlane, android publisher
app ranking | app reviews store | app store optimization: aso, app store, app reviews, play store, appfigures, sensor tower
static site | blog generator | site markdown: hugo, jekyll, astro, eleventy, static site, gatsby, hexo

# Containers, Kubernetes, clouds, infrastructure
docker | container | containerize: docker, container, podman, docker compose, dockerfile, containers, portainer, containerd
dockerfile | build image container | smaller docker image: dockerfile, docker build, buildkit, hadolint, container image, docker image
container registry | docker hub | push image: docker hub, container registry, ecr, ghcr, harbor
several containers: docker compose, podman, portainer
kubernetes | k8s | kubectl: kubernetes, k8s, kubectl, helm, k3s, openshift, cluster management, rancher, eks, gke
pod crash | pods failing | kubernetes troubleshooting | crashloop: k8sgpt, kubectl, kubernetes diagnostics, kubernetes, pod logs, crashloopbackoff
gitops | argo: argocd, gitops, argo workflows, argo
service mesh | istio: istio, service mesh, linkerd, envoy, consul
cloud | cloud provider | cloud resources: aws, azure, gcp, google cloud, cloudflare, digitalocean, hetzner, cloud infrastructure
aws | amazon cloud | amazon web services: aws, amazon, ec2, s3, lambda, cloudformation, cdk, boto3, bedrock
azure | microsoft cloud: azure, microsoft azure, bicep, entra, aks, azure cli
gcp | google cloud: gcp, google cloud, gcloud, cloud run, bigquery, firebase
digitalocean | droplet | hetzner | vps | linode | rent server | cheap server: digitalocean, hetzner, vps, linode, vultr, droplet, ovh, contabo
cloud bill | cloud cost | aws bill | spend cloud | cloud expensive: cost explorer, finops, cloud cost, aws cost, infracost, billing, vantage, kubecost, cost optimization
serverless | lambda | cloud function | function without server: serverless, lambda, cloud functions, cloudflare workers, aws lambda, vercel functions, edge functions, sst, openfaas
infrastructure code | terraform | provision infrastructure | define infrastructure: terraform, pulumi, infrastructure code, opentofu, cloudformation, cdk, iac, terragrunt, crossplane, ansible
ansible | configure servers | configuration management | many servers: ansible, puppet, saltstack, playbook, configuration management
virtual machine | vm | hypervisor: virtual machine, vm, virtualbox, vmware, proxmox, qemu, hyper v, vsphere, libvirt, multipass
bucket | object storage | blob storage | s3: s3, object storage, minio, r2, blob storage, bucket, backblaze, gcs
load balancer | reverse proxy | nginx | web server: nginx, caddy, traefik, haproxy, reverse proxy, load balancer, apache
dns | domain records | nameserver | name resolution: dns, dns records, cloudflare, route53, dns lookup, nameserver, godaddy, namecheap
domain available | buy domain | domain name | register domain: domain availability, whois, rdap, domain search, domain registration, namecheap, godaddy, porkbun, domain checker
owner domain | owns website | whois: whois, rdap, domain lookup, domain info, dns lookup
cdn | cache website | edge cache: cdn, cloudflare, fastly, akamai, cloudfront, bunny cdn
expose localhost | tunnel | share local server | public url local: ngrok, tunnel, cloudflared, localtunnel, tailscale, port forwarding, reverse tunnel
vpn | private network: vpn, wireguard, tailscale, openvpn, zerotier, headscale
firewall | wifi | home network: unifi, opnsense, pfsense, firewall, mikrotik, openwrt, wifi, network management, fritzbox, router
network device | switch configuration | cisco: cisco, netmiko, network automation, netbox, junos, snmp, arista, meraki
ip address | locate ip: ip geolocation, ipinfo, ip lookup, ip address, geoip, maxmind, ip api
scan network | open ports: nmap, port scanner, network scanner, masscan, port scan, shodan
port use | kill port | process port: kill port, port manager, lsof, process manager
internet speed | speed test | bandwidth: speedtest, speed test, bandwidth, network diagnostics, iperf
network problem | connection problem | traceroute | ping | latency: ping, traceroute, network diagnostics, network troubleshooting, mtr, globalping, latency
backup | restore backup | safe copy: backup, restic, borg, rclone, snapshot, duplicati, velero, disaster recovery
disaster recovery | server died: disaster recovery, backup, failover
ssl | https: ssl, tls, letsencrypt, certbot, certificate
gpu | graphics card | rent gpu | train model cloud: gpu, cuda, runpod, nvidia, vast ai, lambda labs, nvidia smi

# Command line, shells, processes, remote machines
command line | terminal | shell | bash | run command: terminal, shell, command execution, bash, cli, shell command, command line, zsh, tmux
powershell | windows command | cmd: powershell, windows, command execution, cmd, wsl
windows computer | control windows | automate windows: windows automation, powershell, win32, windows control, ui automation, autohotkey, pywinauto
mac computer | control mac | automate mac | macos: macos, applescript, osascript, mac automation, jxa, apple shortcuts
linux | ubuntu | debian: linux, ubuntu, systemd, bash, debian, linux administration
remember command | forgot command: tldr, cheat sheet, shell history, command suggestion, man pages, thefuck, cheatsheet
keep command running | long running command | background process | dev server running | run background: background process, tmux, process manager, pm2, long running, daemon
tmux | terminal multiplexer | several terminals: tmux, zellij, terminal multiplexer, terminal session
kill process | running programs | task manager | hanging process | running processes: process manager, htop, process management, system monitor, task manager
remote server | ssh | log server | remote machine | remote command: ssh, remote execution, sftp, remote server, remote shell, putty, ssh manager, paramiko
transfer file server | ftp | sftp | copy server | upload server: sftp, ftp, scp, rsync, file transfer, ssh
remote desktop | control another computer | see remote screen | rdp | vnc: remote desktop, vnc, rdp, anydesk, rustdesk, teamviewer, computer use, guacamole
control computer | use mouse keyboard | click screen | operate computer | desktop automation: computer use, desktop automation, gui automation, pyautogui, mouse keyboard, screen control, robotjs, computer control
cron | schedule job | every day | run periodically | recurring task | scheduled task | every hour: cron, scheduler, scheduled tasks, cron job, crontab, task scheduler, celery, systemd timer
environment variable | dotenv | config variables: dotenv, environment variables, env, env file, direnv, doppler
dotfiles | shell config | new computer setup | terminal prompt: dotfiles, chezmoi, stow, starship, zsh
bash script | shell script | script check: shellcheck, bash scripting, shell script, shfmt
disk full | disk space | takes space | free space | storage full: disk usage, ncdu, disk cleanup, disk space, storage analyzer
system info | computer specs | hardware info: system information, hardware info, system info, neofetch, hwinfo
service starting | systemd | restart service: systemd, systemctl, journalctl, service management
serial port | usb device | com port | uart: serial port, uart, serial, usb, minicom
dangerous command | destructive command | delete accident | safe commands agent: guardrails, command filter, permission hooks, safety hooks, sandbox, command blocker, dcg, allowlist

# Databases
talk database | ask database | question database | database plain english | query natural language: text sql, natural language, sql query, database mcp, postgres, sqlite, mysql, nl2sql, dbhub
database | db: database, sql, postgres, mysql, sqlite, mongodb, supabase, database mcp
db query | query database | read database | connect database: sql query, postgres, mysql, sqlite, dbhub, database client, mssql, toolbox databases, sql
sql | write sql | sql statement: sql, text sql, postgres, mysql, sqlite, sql query, sql generator
postgres | postgresql | psql: postgres, postgresql, neon, supabase, pgvector, psql, timescale
mysql | mariadb: mysql, mariadb, planetscale, tidb, percona
sqlite | local database | small database | database file: sqlite, duckdb, libsql, turso, sqlite database
sql server | mssql | microsoft database: mssql, sql server, tsql, azure sql
oracle database | oracle sql: oracle, plsql, oracle database, sqlcl
mongodb | mongo | document database | nosql: mongodb, nosql, mongo, couchdb, dynamodb, firestore, couchbase, mongoose
firebase | firestore: firebase, firestore, realtime database
supabase | backend service | ready made backend: supabase, firebase, appwrite, pocketbase, convex, nhost, backend service
airtable | spreadsheet database | code database: airtable, nocodb, baserow, smartsuite, grist, teable
redis | key value | cache | memory store: redis, cache, valkey, memcached, key value, upstash, caching, dragonfly
elasticsearch | full text index | own search engine | opensearch: elasticsearch, opensearch, meilisearch, typesense, algolia, solr, full text, search index
graph database | neo4j | relationships between data | connected data: neo4j, graph database, cypher, memgraph, arangodb, falkordb, knowledge graph, neptune, kuzu, sparql
sparql | linked data | rdf | ontology: sparql, rdf, linked data, wikidata, ontology, triplestore, owl ontology
vector database | store embeddings | similarity search | nearest neighbour | nearest neighbor: vector database, qdrant, pinecone, chroma, milvus, weaviate, pgvector, embeddings, lancedb, faiss
time series | sensor history | influx: influxdb, timescale, time series, questdb, prometheus, victoriametrics, tdengine, iotdb
data warehouse | big data | snowflake | bigquery | analytics database: snowflake, bigquery, redshift, clickhouse, databricks, data warehouse, trino, duckdb, motherduck
databricks | spark | lakehouse: databricks, spark, pyspark, delta lake, unity catalog, iceberg
slow query | sql slow | optimize query | database slow: explain analyze, query optimizer, index advisor, query performance, pganalyze, query tuning, slow query, database performance
database index | missing index: index advisor, index tuning, query optimizer, database performance, hypopg
schema | table structure | database design | design tables | data model: database schema, schema design, schema inspection, erd, entity relationship, dbml, data modeling, prisma
er diagram | draw database | database diagram: erd, entity relationship, dbml, schema diagram, mermaid, dbdiagram
database migration | change schema | alter table | add column: schema migration, flyway, liquibase, alembic, prisma migrate, database migration, drizzle
orm | map objects tables: orm, prisma, drizzle, sqlalchemy, typeorm, sequelize, hibernate, django orm, activerecord
move data database | copy database | sync database | replicate data: etl, data migration, replication, airbyte, cdc, debezium, database sync, pgloader
etl | data pipeline | load data warehouse: etl, airbyte, dbt, airflow, dagster, data pipeline, fivetran, prefect, dlt, elt
airflow | orchestrate job | dag: airflow, dagster, prefect, workflow orchestration, dag, temporal
workflow durable | retry step | long running workflow: temporal, durable execution, inngest, workflow engine, restate, step functions, trigger dev
queue | message broker | job queue | background job | event stream: rabbitmq, kafka, message queue, bullmq, sqs, nats, celery, pubsub, sidekiq, pulsar
kafka: kafka, confluent, redpanda, event streaming, schema registry
mqtt | message device: mqtt, mosquitto, emqx, iot, hivemq
data lineage | data catalog | data comes | find dataset company: data catalog, data lineage, datahub, openmetadata, amundsen, collibra, data governance
data quality | clean data | bad data | dirty data | messy data | validate data: data quality, data cleaning, great expectations, data validation, deduplication, pandera, openrefine, data wrangling
duplicate record | remove duplicate | same customer twice | deduplicate: deduplication, duplicate detection, entity resolution, dedupe, record linkage, fuzzy matching
fuzzy match | similar names | approximate match | misspelled names: fuzzy matching, fuzzy search, levenshtein, string similarity, rapidfuzz, entity resolution
database gui | look tables | browse database: dbeaver, database client, adminer, pgadmin, database browser, datagrip, tableplus, prisma studio
generate id | unique id | uuid | random id: uuid, ulid, nanoid, id generator, snowflake id
random number | random value | dice | coin flip | pick random | roll dice: random number, dice, random generator, rng, dice roller, coin flip

# Data formats
csv | comma separated | tsv: csv, tabular data, pandas, csv parser, duckdb, spreadsheet
json | read json | big json: json, jq, json parser, jsonpath, json query, json editor
validate json | json schema | json structure: json schema, ajv, schema validation, zod, pydantic, json validator
repair json | broken json | invalid json: json repair, json fixer, jsonrepair, json parser
yaml: yaml, yml, yq, yaml parser, yamllint
xml: xml, xpath, xslt, xml parser, xsd
toml | ini | config format: toml, ini, config parser, yaml
parquet: parquet, duckdb, polars, columnar, avro
convert format | convert data | json csv | convert between formats: data conversion, format converter, file converter, data transformation, pandoc, csv json
excel | spreadsheet | xlsx | workbook: excel, xlsx, spreadsheet, openpyxl, google sheets, workbook, exceljs, sheets
google sheet: google sheets, gsheets, spreadsheet, gspread, sheets api
spreadsheet formula | excel formula | vlookup | pivot table: excel formula, spreadsheet formula, pivot table, excel, hyperformula, spreadsheet
table pdf | extract table | table image: table extraction, pdf tables, tabula, camelot, pdfplumber, document extraction, ocr
structured data text | extract fields | fields document: structured extraction, data extraction, entity extraction, structured output, langextract, information extraction
base64: base64, encoder, decoder, url encode, encoding, cyberchef, hex
hash | checksum | md5 | sha256: hash, checksum, md5, sha256, hashing, crypto hash
hex | binary file: hex editor, hexdump, binary parser, hex viewer, kaitai
protobuf | grpc: protobuf, grpc, protocol buffers, buf, grpcurl
character set | garbled text | unicode | mojibake: unicode, encoding detection, charset, utf8, iconv, ftfy
markdown: markdown, md, mdx, markdown converter, obsidian
html: html, html parser, dom, beautifulsoup, html converter, cheerio
zip | unzip | compress folder | archive file | rar | extract archive: zip, archive, compression, unzip, 7zip, tar, decompress

# Data analysis, charts, dashboards, statistics
analyse data | analyze data | data analysis | find trend | explore data: data analysis, pandas, exploratory data, analytics, data exploration, eda, jupyter, polars, data analyst
dataframe | pandas: pandas, dataframe, polars, duckdb, data analysis
chart | graph data | visualize data | visualise data | draw chart | bar chart | pie chart: chart, data visualization, plotly, echarts, matplotlib, vega lite, antv, quickchart, d3, plotting
dashboard | overview numbers | kpi: dashboard, grafana, metabase, apache superset, bi, tableau, power bi, streamlit, looker, analytics dashboard
business intelligence | bi | management report: power bi, tableau, metabase, looker, apache superset, business intelligence, qlik, analytics, redash
report data | weekly report | automatic report | monthly report: report generation, automated report, dashboard, analytics report
statistics | statistical test | correlation | linear regression: statistics, statistical analysis, scipy, hypothesis testing, regression, r language, statsmodels, descriptive statistics
spss | stata | r language | rstats | rstudio: stata, rstudio, spss, r language, econometrics
causal | cause effect | real cause: causal inference, causal analysis, causal discovery, dowhy
survey | questionnaire | ask people: survey, typeform, google forms, surveymonkey, questionnaire, tally, jotform, qualtrics
collect answers | contact form | form builder: google forms, typeform, form builder, jotform, tally, formspree
predict future | prediction | predict sales | estimate future: forecasting, time series, prophet, predictive model, forecast, prediction, timegpt
machine learning | train model | classifier | ml model: machine learning, scikit learn, pytorch, automl, tensorflow, mlflow, model training, xgboost, huggingface
fine tune | train llm | finetune: fine tuning, finetuning, unsloth, lora, huggingface, axolotl, sft, llm training
experiment tracking | training run | compare runs: mlflow, wandb, experiment tracking, weights biases, comet, neptune, tensorboard
find dataset | open dataset | public dataset | download dataset: dataset, kaggle, huggingface, open data, data gov, dataset search, ckan
label data | annotate data | training data: data labeling, annotation, label studio, dataset, argilla, labelbox
notebook | jupyter | ipynb | colab: jupyter, notebook, ipynb, jupyterlab, colab, marimo, ipykernel
streamlit | quick app data | python web app: streamlit, gradio
word count | text statistics | readability | reading level: word count, readability, text analysis, flesch, text statistics, character count
sentiment | mood text | positive negative | opinion text: sentiment analysis, sentiment, nlp, text classification, opinion mining
group similar | topics text | topic model: clustering, topic modeling, bertopic, embeddings, kmeans, umap
web analytics | website visitors | visits site | traffic website | page views: google analytics, ga4, plausible, matomo, web analytics, umami, posthog, similarweb, fathom
product analytics | user behaviour | user behavior | funnel | retention users: posthog, mixpanel, amplitude, product analytics, funnel analysis, pendo
session recording | heatmap | watch users click: session replay, heatmap, hotjar, fullstory, logrocket, posthog
simulation | model scenario: simulation, monte carlo, agent based, simulator, scenario analysis, simulink, digital twin

# APIs, webhooks, GraphQL, mocking
call api | rest api | http request | call endpoint | send request | use web service: http client, rest api, http request, curl, api client, postman, rest client, openapi, api gateway
postman | insomnia | bruno: postman, insomnia, bruno, api client, api testing, hoppscotch
openapi | swagger | api specification: openapi, swagger, api specification, api docs, openapi mcp
api tool | api mcp | wrap api | existing api agent: openapi mcp, api mcp, openapi, mcp generator, fastmcp, mcp gateway
design api | good rest: api design, openapi, rest api, api guidelines, spectral, swagger
generate client | api client code | sdk: sdk generator, openapi generator, api client, codegen, speakeasy, sdk
graphql: graphql, apollo graphql, hasura, graphql schema, graphql introspection
webhook | receive event | callback url | call event: webhook, webhooks, event trigger, svix, hookdeck, webhook receiver, webhook relay
mock api | fake api | api ready | stub server | simulate api: mock server, api mocking, msw, wiremock, mockoon, json server, mock api, stub
free api | public api list: public apis, api directory, rapidapi, api catalog, apis guru
rate limit | too many requests | throttle: rate limiting, rate limiter, throttling, api gateway, backoff
api gateway | route api: api gateway, kong, apisix, tyk, reverse proxy
websocket | real time connection | live updates: websocket, socket io, realtime, sse, server sent, pusher, ably
connect apps | connect services | glue apps | integrate apps | automate between apps: zapier, n8n, make com, pipedream, workflow automation, composio, integration platform, ifttt, activepieces
workflow automation | code automation: n8n, zapier, workflow automation, make com, activepieces, node red, pipedream, ifttt, automation platform, power automate
web framework | backend framework | make backend | build api server: fastapi, expressjs, django, flask, nestjs, spring boot, backend framework, rails, laravel, hono
ecommerce api | sap | erp: sap, erp, odoo, netsuite, dynamics 365, erpnext
low code | internal tool | admin panel | app without coding | build app without: low code, no code, retool, appsmith, bubble io, budibase, tooljet, internal tools, lovable
short link | shorten url | tiny link: url shortener, bitly, short url, short link, dub, tinyurl

# Security, secrets, passwords
security check code | secure code | code safe | security review | security bug | audit code: security audit, sast, semgrep, codeql, snyk, vulnerability scanner, security review, code security, bandit, security scanning
vulnerability | security hole | weak spot | exploit | security flaw: vulnerability scanner, cve, vulnerability, snyk, trivy, nvd, security scanning, exploit, nessus, osv
cve | known vulnerability: cve, nvd, vulnerability database, epss, osv, kev
hack | pentest | penetration test | attack site | ethical hacking | red team: pentest, penetration testing, metasploit, kali, burp suite, nmap, offensive security, red team, nuclei, bug bounty
bug bounty | hackerone: bug bounty, hackerone, bugcrowd, recon, vulnerability research
sql injection | xss | web vulnerability | test website security: owasp, zap, sqlmap, burp suite, nuclei, web security, dast, xss, sql injection
subdomain | recon | attack surface: subdomain enumeration, recon, amass, subfinder, attack surface, shodan, osint, censys
osint | investigate person | background research person: osint, sherlock, maltego, people search, spiderfoot, reconnaissance
internet connected devices | exposed server | shodan: shodan, censys, fofa, exposed services, zoomeye
leaked secret | api key code | secrets code | password repo | credential leak code: secret scanning, gitleaks, trufflehog, secret detection, ggshield, gitguardian, detect secrets
store secret | api key safe | keep api key | manage secret | secret agent key: secrets management, vault, doppler, infisical, 1password, secrets manager, keychain, hashicorp vault, credential vault, sops
secret: secrets management, vault, secret scanning, doppler, infisical, keychain
credential: secrets management, vault, password manager, keychain
password | password manager | passwords safe: password manager, 1password, bitwarden, keepass, password generator, lastpass, vaultwarden, proton pass
strong password | generate password | new password: password generator, passphrase, password strength, random password
password stolen | data breach | leaked password | been hacked | email leaked: haveibeenpwned, hibp, data breach, breach check, breach monitoring, dark web
two factor | 2fa | one time code | login code | mfa | authenticator: totp, 2fa, otp, two factor, mfa, authenticator, one time
login | user accounts | register users: authentication, oauth, auth0, clerk, login, sso, keycloak, better auth, supabase auth, jwt
single sign | sso | saml | company login: sso, saml, oidc, okta, keycloak, entra, identity provider, workos, ldap
oauth | login google: oauth, oauth2, oidc, pkce, openid
jwt | access token | decode token: jwt, json web, token decoder, oauth
active directory | ldap | directory users | user management company: active directory, ldap, entra, okta, azure ad, identity management, jumpcloud
permission | access control | role access | allowed see: rbac, access control, permissions, openfga, policy engine, opa, cedar, iam
encrypt | decrypt | protect file password | cipher: encryption, gpg, pgp, aes, openssl, cryptography, decrypt, encrypted
sign document hash | digital signature | signed message: digital signature, gpg, cryptographic signature, sigstore, pki
malware | virus | infected file | suspicious file | trojan: malware analysis, virustotal, antivirus, malware, yara, clamav, sandbox analysis, malware scanner, threat intelligence, hybrid analysis
suspicious link | safe url | dangerous website | check link safe: url scanner, urlscan, virustotal, phishing, safe browsing, url reputation, link safety
phishing | scam | fraud email | fake email: phishing, scam detection, anti phishing, email security, spam filter, dmarc
fraud | fraud detection | suspicious transaction: fraud detection, fraud, anti fraud, aml, risk scoring, stripe radar
spam | block spam | bots form: spam filter, anti spam, captcha, spam detection, akismet, turnstile
threat | threat intelligence | attacker | ioc: threat intelligence, ioc, mitre attack, misp, otx, virustotal, greynoise, abuseipdb, opencti
security alert | soc | siem | intrusion: siem, wazuh, splunk, soc, intrusion detection, crowdstrike, microsoft sentinel, elastic security, edr, suricata
forensics | investigate attack | memory dump: forensics, volatility, digital forensics, dfir, autopsy, incident response, velociraptor
cloud security | misconfigured cloud | aws security: cloud security, prowler, cspm, wiz, scoutsuite, security posture, cloudtrail, guardduty
container security | scan image vulnerability: trivy, grype, container scanning, container security, image scanning, clair
compliance | soc2 | iso27001 | audit company | hipaa: compliance, soc2, iso 27001, gdpr, hipaa, vanta, grc, drata
privacy | gdpr | personal data | data protection: privacy, gdpr, pii, data protection, ccpa, privacy policy, anonymization, dsgvo
anonymise | anonymize | hide names | redact | remove personal data | mask data | pseudonymize: pii redaction, anonymization, data masking, presidio, redaction, pii detection, deidentification, pii
prompt injection | agent security | protect agent | malicious prompt | jailbreak: prompt injection, guardrails, llm security, ai firewall, agent security, mcp security, llm guard, jailbreak detection, lakera
mcp server safe | check skill safe | trust mcp | malicious mcp | tool poisoning: mcp security, mcp scan, skill scanner, tool poisoning, security scanner, mcp scanner, skill security
approve action | ask before | human approval | confirm before: human loop, approval workflow, human approval, permission prompt, hitl, approval gate
isolate agent | sandbox | safe environment agent: sandbox, sandboxing, microvm, firecracker, e2b, gvisor, docker sandbox, bubblewrap, daytona
smart contract | solidity | contract audit: smart contract, solidity, foundry, hardhat, slither, contract audit, evm, openzeppelin
steganography | ctf | hidden message: ctf, steganography, capture flag, cyberchef
browser fingerprint | tracked online | cookies consent: privacy, cookie consent, fingerprint, tracker blocker, cookie banner, anti detect
temporary email | disposable email | throwaway email: temporary email, disposable email, temp mail, email alias, mailinator
temporary phone | receive sms code | verification sms: sms verification, virtual number, receive sms, phone verification, otp
deepfake | fake picture | ai written | ai generated text | detect ai: deepfake detection, ai detector, ai detection, image forensics, gptzero, c2pa, content authenticity
plagiarism | copied text | original text: plagiarism, plagiarism checker, originality, copyscape, text similarity

# Money, payments, invoices, accounting
money: payment, finance, currency, budget, banking, invoice
payment | pay | accept payment | take money | charge card | credit card: payment, stripe, paypal, payments, checkout, adyen, square payments, braintree, mollie, razorpay
subscription billing | recurring payment | charge monthly | saas billing: subscriptions, billing, stripe, chargebee, recurly, paddle, lemon squeezy, revenuecat, recurring billing
payment link | donate | tip jar: payment link, donations, stripe, patreon, ko fi
agent pay | agent wallet | machine pays | micropayment | pay per call: x402, agent payments, micropayments, agent wallet, usdc, lightning network, l402, skyfire
refund | chargeback | dispute payment: refund, chargeback, stripe, payment disputes
invoice | bill customer | send bill | create invoice | billing: invoice, invoicing, billing, xero, quickbooks, invoice generator, freshbooks, zugferd, e invoice
read invoice | scan receipt | receipt | extract invoice | expense receipt: receipt scanner, invoice extraction, ocr, invoice parsing, expense, receipt ocr, document ai
expense | business trip cost | reimburse: expense, expense tracking, expensify, expense report, brex, ramp, splitwise
split bill | share cost friends: splitwise, expense sharing, split bills, shared expenses
accounting | bookkeeping | ledger | accounts books: accounting, bookkeeping, quickbooks, xero, ledger, beancount, double entry, general ledger, datev, sage accounting
tax | tax return | income tax | vat | sales tax: tax, vat, tax calculator, tax filing, irs, sales tax, taxjar, avalara, vat validation, elster
vat number | company tax number: vat validation, vies, vat number, tax id
bank account | bank transaction | bank balance | spending bank: open banking, plaid, bank transactions, banking, gocardless, truelayer, bank account, nordigen, monzo
iban | bic | bank transfer: iban, swift, sepa, bank transfer, iban validation
budget | spending | personal finance | money goes | save money | household money: budget, personal finance, ynab, expense tracker, actual budget, monarch money, budgeting, firefly iii, lunch money, spending tracker
loan | mortgage | interest rate | monthly payment: mortgage calculator, loan calculator, amortization, interest rates, loan, compound interest, debt
retirement | pension | compound interest | savings plan: retirement planning, compound interest, financial planning, pension, fire calculator
exchange rate | convert currency | currency | euro dollar | forex: exchange rate, currency conversion, currency converter, forex, fx rates, ecb, frankfurter
payroll | salary payment | pay employees: payroll, gusto, adp, salary, deel, rippling
financial report company | balance sheet | company earnings | annual report | sec filing: sec edgar, financial statements, 10k, earnings, sec filings, xbrl, financial data, annual report
insurance | claim insurance: insurance, insurance quotes, policy management
fundraising | investor | startup funding | venture capital: crunchbase, pitchbook, venture capital, fundraising, pitch deck, investors, startup funding
financial model | valuation | dcf | company worth: dcf, valuation, financial modeling, financial analysis, lbo

# Stocks, crypto
stock | share price | stock price | stock market: stock, stock market, yahoo finance, alpha vantage, stock prices, market data, finnhub, equities, polygon io, yfinance
invest | portfolio | dividend: portfolio, investment, portfolio analysis, dividend, brokerage, etf, asset allocation, portfolio tracker
trade stock | buy stock | trading | place order broker: trading, alpaca, interactive brokers, broker, metatrader, algorithmic trading, zerodha, robinhood, trading bot, ibkr
trading strategy | backtest | test strategy past: backtesting, trading strategy, backtest, quant, backtrader, vectorbt, quantconnect, algorithmic trading
technical analysis | chart pattern | moving average: technical analysis, technical indicators, tradingview, ta lib, rsi, candlestick
option trading | options chain | greeks: options chain, derivatives, options trading, futures trading, black scholes, tastytrade
bond | treasury | yield curve | central bank rate | inflation | economy numbers | gdp: fred, economic data, treasury, world bank, macroeconomic, imf, yield curve, ecb, economic indicators
gold price | oil price | commodity: commodities, gold price, oil price, metals, commodity prices
crypto | bitcoin | cryptocurrency | coin price | ethereum: crypto, bitcoin, cryptocurrency, coingecko, ethereum, coinmarketcap, binance, blockchain, ccxt, defi
crypto wallet | send crypto | token balance | wallet address: wallet, ethereum wallet, metamask, onchain, token balance, solana, coinbase, evm, walletconnect
blockchain | smart contract read | transaction hash: blockchain, onchain, etherscan, evm, web3, alchemy, dune, ethereum, block explorer, rpc
defi | swap token | yield farming | liquidity: defi, uniswap, dex, token swap, liquidity, defillama, aave
crypto exchange | buy bitcoin | trade crypto: ccxt, binance, coinbase, kraken, crypto trading, bybit, exchange api, okx, hyperliquid
prediction market | bet events | betting odds event: polymarket, prediction market, kalshi, manifold markets, metaculus
financial news | market news | market sentiment | fear greed: financial news, market news, market sentiment, fear greed, stock news

# Shopping, e-commerce, logistics
buy | shop | order online | buy online: shopping, ecommerce, amazon, product search, online store, checkout, ebay, purchase
find product | compare price | cheapest | best price | price comparison | bargain | cheaper: price comparison, product search, google shopping, price tracker, shopping, idealo, keepa
price drop | price history | price alert | price falls | cheaper later: price tracker, keepa, camelcamelcamel, price monitoring, price alert, price history
discount | coupon | voucher | promo code | sale offer: coupon, discount, promo code, voucher, cashback
amazon product | amazon seller | sell amazon | amazon listing: amazon, amazon seller, selling partner, product data, keepa, asin, seller central
ebay | second hand | used items | classified ads | secondhand | marketplace listing: ebay, online marketplace, classifieds, craigslist, facebook marketplace, vinted, kleinanzeigen, mercari, olx
online shop | web shop | online store | sell online | ecommerce | storefront: shopify, woocommerce, ecommerce, magento, bigcommerce, online store, medusa, prestashop, saleor, storefront
shopping cart: checkout, shopping cart, cart, ecommerce, ucp
product description | product listing | catalogue products: product description, product catalog, product listing, ecommerce, pim
customer review | product review | buyers think: product reviews, customer reviews, trustpilot, review analysis, review scraper, yotpo
stock level | inventory | items left: inventory management, inventory, warehouse, wms, stock levels, erp
track parcel | package tracking | delivery tracking | shipment | parcel: package tracking, parcel tracking, shipment tracking, 17track, dhl, fedex, usps, aftership
shipping cost | ship order | print shipping label | postage: shippo, easypost, shipping rates, shipping label, shipstation, sendcloud, postage
delivery route | vehicle routing | route planning deliveries | courier: route optimization, vehicle routing, logistics, last mile, fleet
supply chain planning | procurement | supplier | purchasing: procurement, supplier, supply chain, alibaba, purchase orders, vendor management
vessel | ship position | ships sea: ais, vessel tracking, marine traffic, ship tracking, maritime
grocery | supermarket | shopping list: grocery, supermarket, instacart, shopping list, kroger, grocery delivery, meal planning
car buy | used car | car price | vehicle: car listings, vehicle data, vin decoder, used cars, automotive, autotrader, vin
vin | license plate: vin decoder, license plate, vehicle history, nhtsa, anpr
ev charging | charging station | electric car | fuel price | petrol price | gas station: ev charging, charging stations, tesla, fuel prices, gas prices, open charge
tesla | connected car: tesla, teslamate, connected car, vehicle api, smartcar
gift | present idea | birthday present: gift ideas, gift, gift finder, gift cards
fashion | clothes | outfit: fashion, outfit, clothing, wardrobe, virtual try, stylist

# Travel, places, weather
travel | trip | holiday | vacation | journey: travel, trip planner, itinerary, flights, hotels, tripadvisor, travel planning
plan trip | plan holiday | plan vacation | itinerary | travel plan: trip planner, itinerary, travel planning, travel planner, trip planning, wanderlog
flight | plane ticket | cheap flight | airline | airfare: flights, flight search, google flights, amadeus, skyscanner, kiwi, airline, duffel, airfare, flight booking
flight delayed | plane now | flight status | track plane | aircraft | plane overhead: flight tracking, flightradar24, flight status, opensky, flightaware, adsb, aviationstack, aviation
hotel | place stay | accommodation | overnight stay | lodging: hotels, booking com, hotel search, airbnb, accommodation, hotel booking, hostel, expedia, trivago
airbnb | holiday rental | vacation rental | holiday home: airbnb, vacation rental, vrbo, short term
railway | train connection | train ticket: train timetable, railway, deutsche bahn, sncf, amtrak, 12306, sbb, national rail
tram | public transport | subway | underground | metro | transit: public transport, transit, gtfs, bus timetable, timetable, departures, subway, citymapper, tfl
taxi | uber | cab: uber, taxi, ride hailing, lyft, rideshare
car rental | rent car: car rental, rental cars, car hire, turo
bicycle | bike share | cycling route | bike: bike share, cycling, citybikes, bike route, komoot, gbfs
driving time: driving directions, route planning, google maps, osrm, openrouteservice, route planner, mapbox, travel time, valhalla, graphhopper
distance between: distance calculator, distance matrix, haversine, geodistance, google maps, travel time
place nearby | restaurant near | find shop near | local business | points interest: google places, nearby places, points interest, yelp, places api, foursquare, google maps, local business, overpass, poi
sights | tourist attraction | visit city | sightseeing: tripadvisor, attractions, viator, sightseeing, tourism, getyourguide, travel guide
restaurant | table reservation | book table | dinner place: restaurant, opentable, yelp, resy, table reservation, google places, dining
visa | passport | travel requirement | entry rules country: visa requirements, passport, travel advisory, visa, immigration
travel safety | travel warning | dangerous country: travel advisory, travel safety, country risk, acled
country information | country facts: rest countries, country data, geography, country info, world bank
hiking | mountain route | walk outdoors | camping: hiking, trails, alltrails, gpx, komoot, campsite, camping
ski | snow | avalanche: ski resort, avalanche, snow report
weather | rain | temperature outside | forecast weather | umbrella | sunny | storm: weather, open meteo, openweathermap, forecast, accuweather, nws, weather alerts, meteorology, met office
weather history | past weather | climate data: historical weather, climate data, noaa, open meteo, era5, climate
air quality | pollution | pollen | smog: air quality, aqi, pollen, openaq, pollution, waqi
sunrise | sunset | moon phase | tide | sun position: sunrise sunset, moon phase, tides, astronomy, solar position, ephemeris
earthquake | volcano | natural disaster | flood | wildfire | hurricane: earthquake, usgs, disaster, wildfire, gdacs, flood, hurricane, natural disasters
sailing | sea weather | boat: surf forecast, marine weather, tides, sailing, stormglass
traffic jam | road traffic | roadworks: traffic data, road traffic, tomtom, waze, road conditions
park car: parking spots, parking availability
event nearby | concert | tickets event | events city: ticketmaster, event discovery, concerts, eventbrite, meetup, luma, songkick, bandsintown
cinema | movie times | theatre: cinema, showtimes, movie tickets, theatre

# Maps and geodata
show map | draw map | interactive map: interactive map, google maps, openstreetmap, mapbox, leaflet, maplibre, geojson, gis, map visualization
address coordinates | geocode | latitude | find address: geocoding, geocoder, nominatim, reverse geocoding, google maps, address lookup, what3words
postcode | zip code | postal code | address validation | correct address: postal code, zip code, address validation, postcode, address autocomplete, smarty
gis | geodata | geospatial | shapefile | spatial data | geographic data: gis, geospatial, qgis, postgis, geojson, gdal, arcgis, shapefile, geopandas, earth engine
openstreetmap | osm: openstreetmap, osm, overpass, nominatim
satellite image | satellite picture | aerial photo | earth above | remote sensing: satellite imagery, earth engine, sentinel, remote sensing, landsat, planetary computer, copernicus, stac, earth observation
gps | gpx track | track location: gps, gpx, location tracking, geolocation, owntracks, traccar
elevation | altitude | height terrain: elevation, terrain, topography, altitude
land parcel | cadastre | property boundary | zoning: cadastre, parcel data, zoning, land registry
world photo | photo location: geolocation, exif, geolocate, photo location

# Food, health, fitness, sport
recipe | cook | dinner idea | ingredients | fridge: recipe, recipes, cooking, spoonacular, mealie, themealdb, ingredients, meal planning, howtocook
meal plan | weekly meals | eat week: meal planning, meal planner, meal plan, recipes, nutrition, mealie
calories | nutrition | food nutrients | diet | eat healthy: nutrition, calories, usda, food database, open food, nutritionix, diet, calorie tracking, fatsecret
lose weight | body fat | bmi: weight tracking, bmi, weight loss, calorie tracking, fitness, body composition
food delivery | order food | pizza | takeaway | takeout: food delivery, doordash, uber eats, food ordering, swiggy, zomato, deliveroo, dominos
coffee | wine | beer | cocktail: cocktail, wine, beer, coffee, thecocktaildb, brewery, untappd
allergy | vegan | gluten: allergens, dietary, vegan, food allergy
medical | doctor | illness | symptom | disease: medical, healthcare, symptom checker, medicine, pubmed, diagnosis, health data, icd 10
health data | apple watch | apple health | wearable | health app data: apple health, healthkit, health data, garmin, fitbit, oura, whoop, wearable, health connect, google fit
drug | medicine | pill | side effect | drug interaction: drug, medication, openfda, fda, drug interaction, pharmacy, rxnorm, dailymed, drugbank, pharmaceutical
clinical trial | medical study: clinical trials, clinicaltrials, pubmed, medical research
medical record | patient record | hospital data | fhir: fhir, ehr, hl7, emr, patient records, healthcare, medical records, openemr
medical image | x ray | mri | ct scan | dicom: dicom, medical imaging, radiology, orthanc, pacs, pathology
medical code | icd | diagnosis code: icd 10, snomed, medical coding, loinc, cpt codes
gene | dna | genome | protein | genetics | biology: bioinformatics, genomics, ensembl, uniprot, ncbi, gene, protein, alphafold, biomedical
protein structure | molecule 3d | pdb structure: protein structure, alphafold, pdb, pymol, molecular docking, rcsb
mental health | anxiety | feel sad | depression | mood: mental health, meditation, mindfulness, mood tracking, therapy, journaling, wellness, cbt
meditation | mindfulness: meditation, mindfulness, breathing, relaxation
sleep | slept badly: sleep tracking, sleep, oura, whoop, eight sleep
pregnancy | baby | cycle tracking: cycle tracking, pregnancy, baby tracker, fertility
fitness | workout | exercise | gym | training plan | strength training: workout, fitness, exercise, hevy, strava, training plan, gym, strength training, exercise database
jogging | marathon: strava, garmin, training plan, intervals icu, marathon
strava | garmin | fitbit: strava, garmin, fitbit, garmin connect, fitness data, intervals icu
heart rate | activity data: fitbit, garmin, heart rate, health data, google fit, apple health
habit | build habit | streak | daily routine: habit tracker, habits, habitica, streak
football | soccer | sport score | match result | league table | live score: sports, football, soccer, live scores, sports data, espn, fixtures, premier league, api football
nba | nfl | baseball | mlb | nhl | basketball | hockey: nba, nfl, mlb, nhl, sports data, espn, baseball, basketball, sports statistics
formula 1 | f1 | motorsport: f1, formula one, fastf1, openf1, motorsport
cricket | tennis | golf | cycling race: cricket, tennis, golf, sports data, live scores
fantasy football | fantasy team: fantasy football, fantasy sports, sleeper fantasy, fpl, yahoo fantasy
bet | odds | gambling: betting odds, sports betting, odds api, sportsbook, bookmaker
chess: chess, lichess, stockfish, chess com, pgn
pet | dog | cat: pet, dog, veterinary, pet adoption
plant | garden | houseplant | water plants: plant, gardening, plant care, plant identification, garden, trefle, inaturalist, irrigation
bird | species | wildlife | identify animal | biodiversity: inaturalist, gbif, ebird, species, biodiversity, birdnet, wildlife
farm | agriculture | soil: agriculture, farming, crop, soil, precision agriculture, agritech
astrology | horoscope | tarot | zodiac: astrology, horoscope, tarot, natal chart, zodiac, bazi, numerology

# Education, science, papers
tutor | student: tutor, education, tutoring, course, e learning, quiz, flashcards
flashcard | memorize | memorise | vocabulary cards | spaced repetition | learn heart: anki, flashcards, spaced repetition, quizlet, srs, ankiconnect
quiz | exam question | test knowledge | multiple choice | practice exam: quiz, quiz generator, exam, trivia, question generator, kahoot
teach class | online course | lesson plan | curriculum: course, lms, moodle, canvas lms, curriculum, lesson plan, udemy, coursera, google classroom, courseware
homework | assignment school | school portal: canvas lms, moodle, google classroom, homework, assignments, blackboard, brightspace, gradescope
learn language | foreign language | vocabulary | practise language | practice speaking: language learning, vocabulary, duolingo, language tutor, anki, pronunciation, language practice
learn programming | learn code | coding exercise | practice coding | leetcode: leetcode, coding practice, exercism, codewars, coding challenge, programming tutor, codeforces, competitive programming
children | kids | child learning | toddler: kids, children, educational, bedtime stories
college admission | school search: university, college, higher education, admissions
scientific paper | research paper | academic article | find paper | academic literature | studies topic | scholarly: arxiv, semantic scholar, pubmed, google scholar, openalex, academic papers, paper search, crossref, research papers, scientific literature
literature review | systematic review | related work | state research | survey papers: literature review, systematic review, semantic scholar, openalex, academic research, elicit, meta analysis, literature search
arxiv | preprint: arxiv, preprint, biorxiv, medrxiv, academic papers
medical literature | pubmed: pubmed, medline, europe pmc, ncbi, biomedical literature
citation | cite | bibliography | reference list | bibtex: citation, zotero, bibtex, crossref, bibliography, mendeley, citation manager, doi
zotero | reference manager: zotero, mendeley, reference manager, citation, bibliography
download paper | paper full text | paywall paper | pdf article: unpaywall, sci hub, open access, paper download, doi, full text
summarize paper | understand paper | read paper: paper summary, paper analysis, research assistant, arxiv, scientific pdf, paper reader
write paper | latex | thesis | academic writing | dissertation: latex, academic writing, overleaf, paper writing, thesis, scientific writing, typst, manuscript
peer review | referee: peer review, paper review, openreview
patent | invention | trademark: patent, uspto, google patents, patent search, trademark, epo, intellectual property, prior art
dictionary | meaning word | define word | definition word | synonym | thesaurus: dictionary, thesaurus, word definition, wiktionary, synonyms, wordnet, merriam webster, datamuse
wikipedia | encyclopedia | look fact | general knowledge: wikipedia, wikidata, encyclopedia, wikimedia, kiwix, fact checking
fact check | verify claim | fake news | misinformation: fact checking, fact check, claim verification, misinformation, source verification, snopes
history event | ancestor | family tree | genealogy: genealogy, historical events, family tree, gedcom, familysearch, ancestry
physics | simulate physics | engineering calculation: physics simulation, physics, finite element, fea, comsol, openfoam, cfd, ansys
chemistry | molecule | chemical | chemical formula: chemistry, pubchem, rdkit, chembl, molecule, cheminformatics, molecular, smiles
material science | crystal: materials project, materials science, crystal structure, dft
astronomy | planet | telescope | nasa: nasa, astronomy, telescope, apod, exoplanet, stellarium, astropy, ephemeris
satellite overhead | iss | rocket launch: satellite tracking, n2yo, iss, spacex, tle, rocket launches
pcb | schematic | electronic component: kicad, pcb, electronics, circuit, spice, schematic, eda, ltspice, digikey, altium
fpga | verilog | chip design | hardware design: verilog, fpga, vhdl, eda, rtl, vivado, hardware design
matlab | simulink: matlab, simulink, octave, numerical computing
quantum: quantum computing, qiskit, quantum circuit, quantum, pennylane
experiment protocol | lab notebook: lab notebook, benchling, eln, lims, lab automation, opentrons, protocols io
scientific figure | publication plot: scientific visualization, matplotlib, publication figures, scientific figures, plotting
research funding | scholarship: grants, grants gov, research funding, scholarship, nih, nsf, grant writing

# Mathematics, solvers, units, dates
calculate | arithmetic | sum numbers: calculator, math, arithmetic, calculation, mathematics, wolfram alpha, mathjs, sympy, math expression
solve equation | algebra | calculus | symbolic math: sympy, symbolic math, equation solver, wolfram alpha, computer algebra, calculus, algebra, mathematica, sagemath
prove theorem | formal proof | verify proof | theorem: theorem prover, formal verification, coq, isabelle, proof assistant, lean4, z3, formal proof
optimize schedule | best combination | constraint solver | linear programming | assign optimally | optimal plan | timetabling | shift planning: constraint solver, linear programming, minizinc, optimization solver, pulp, gurobi, constraint programming, timefold
logic puzzle | sat solver | satisfy constraints | logic reasoning: z3, sat solver, smt solver, prolog, constraint solver, minizinc, clingo, answer set
vector math | linear algebra: numpy, linear algebra, numerical computing, scipy, octave
probability | bayesian | odds calculate: bayesian, probability, monte carlo, pymc, stan
geometry | draw function | graph function: geogebra, desmos, geometry, function plotter, graphing calculator
convert unit | inches cm | fahrenheit | miles | unit conversion | kilograms: unit converter, unit conversion, measurement converter, pint
time now | current time | current date | day today: current time, datetime, time server, timezone, date time
time zone | timezone | time other country | meeting time zones: timezone, time zone, timezone conversion, world clock, time converter, datetime
days between | date difference | add days | date arithmetic | age calculate | long until: date calculator, datetime, date calculation, date arithmetic, countdown, dayjs
business day | public holiday | bank holiday | working days: public holidays, holiday calendar, business days, working days, nager
unix timestamp | parse date | date format: timestamp, date parser, datetime, epoch, unix time, date formatting
lunar calendar | chinese calendar | hebrew date | islamic date | prayer times | bible | quran: lunar calendar, bible, quran, prayer times, hijri, hebrew calendar, sefaria, scripture
timer | stopwatch | countdown | pomodoro: timer, pomodoro, countdown, alarm, stopwatch, focus timer
time tracking | track hours | timesheet | hours worked | long worked: time tracking, toggl, clockify, timesheet, harvest, wakatime, activitywatch, time tracker
sleep until | pause agent: sleep, timer, scheduler

# News, social media
headlines | current events | latest news | happening today: newsapi, headlines, news aggregator, rss, google news, hacker news, gdelt, news search, breaking news
rss | feed reader | follow blogs | subscribe blog | atom feed | new posts: rss, feed reader, feed, atom, miniflux, freshrss, feedly, rss aggregator
tech news | hacker news | startup news: hacker news, tech news, techcrunch, lobsters, product hunt, hackernews
product hunt | launch product: product hunt, product launch
trending | viral: trending, google trends, trends, hot search, trendradar, hot topics, trend analysis, viral
google trends | search interest: google trends, search trends, pytrends, keyword trends
social media | post social | schedule post | social network | publish posts: social media, hootsuite, postiz, social posting, ayrshare, social scheduler, publer, twitter, linkedin
twitter | tweet | x post: twitter, tweet, x api, x twitter, tweets, twitter scraper, xquik
linkedin: linkedin, linkedin post, linkedin profile, linkedin scraper, unipile
reddit | subreddit: reddit, subreddit, reddit api, praw
youtube: youtube, youtube transcript, youtube api, yt dlp, youtube video
mastodon | fediverse: mastodon, fediverse, activitypub, pixelfed, lemmy
pinterest | snapchat | tumblr: pinterest, snapchat, tumblr
wechat | weixin: wechat, weixin, wecom, wechat official
weibo | xiaohongshu | bilibili | zhihu | chinese social: weibo, xiaohongshu, bilibili, zhihu, rednote, douyin
medium article | substack | newsletter | publish blog | write newsletter: newsletter, substack, beehiiv, ghost, mailchimp, buttondown, blog publishing, convertkit
blog | wordpress | cms | content management: wordpress, cms, ghost, blog, contentful, sanity, strapi, drupal, headless cms, directus
grow audience | influencer: influencer, audience growth, social analytics, influencer marketing
mention brand | brand monitoring | people say | social listening | reputation: social listening, brand monitoring, brandwatch, reputation, sentiment analysis, brand mentions
comments moderation | toxic | hate speech | content moderation | nsfw: content moderation, moderation, toxicity, nsfw, perspective api, hate speech
meme | funny picture: meme, imgflip, meme generator, memes
gif | animated picture: gif, giphy, tenor, animated gif, gif maker
joke | funny | laugh | humor | humour: joke, jokes, humor, dad jokes, comedy
motivational: famous quotes, inspirational, daily quote, motivation

# Marketing, SEO, advertising, sales
promote product | campaign | get customers | advertise: marketing automation, campaign, hubspot, advertising, content marketing
seo | rank google | found google | search ranking | google position | more visitors: seo, search console, ahrefs, semrush, seo audit, keyword research, serp, rank tracker, moz, backlinks
keyword research | search volume | people search: keyword research, search volume, dataforseo, ahrefs, semrush, keyword planner, serp, google ads
google search console | indexed google: search console, google indexing, gsc, indexnow, sitemap
backlink | domain authority: backlinks, ahrefs, domain authority, moz, majestic, link building
broken link | dead link | 404: broken links, link checker, dead links, broken link, crawler, 404
sitemap | structured data | meta tags | schema org | open graph: sitemap, schema markup, structured data, meta tags, json ld, open graph, robots txt
mentioned chatgpt | visible ai | ai search visibility | llms txt: generative engine, aeo, llms txt, ai visibility, answer engine, llm seo
google ads | adwords | ad campaign | online advertising | ads: google ads, meta ads, facebook ads, advertising, ad campaign, ppc, tiktok ads, linkedin ads, ad performance, bing ads
facebook ads | meta ads | instagram ads: meta ads, facebook ads, ads manager, marketing api
competitor ads | ad library | ads others run: ad library, competitor ads, facebook ads, ads transparency, ad intelligence
competitor | market research | rival | competitive analysis: competitor analysis, competitive intelligence, market research, competitive analysis, similarweb, market analysis, crunchbase
write ad | marketing text | slogan | landing page text | copywriting | sales text: copywriting, ad copy, landing page, copywriter, marketing copy, headline, content writing
landing page | more signups | website converts: landing page, conversion optimization, cro, conversion rate, ab testing, unbounce
brand | brand voice | logo name | company name ideas: brand guidelines, branding, brand voice, brand identity, brand assets, name generator
email campaign | mass email | mailing list | bulk email | email marketing: email marketing, mailchimp, sendgrid, klaviyo, brevo, mailerlite, email campaign, campaign monitor, customer io, resend
cold email | outreach | prospecting: cold email, outreach, lemlist, smartlead, sales outreach, prospecting, apollo io, lead generation
find leads | potential customers | lead generation | new clients | sales leads: lead generation, apollo io, prospecting, zoominfo, clay enrichment, lead enrichment, sales intelligence, b2b data, lead scraper
find email address | contact details person | email person | phone number company: email finder, hunter io, contact enrichment, apollo io, rocketreach, people data, snov, clearbit, contact data
company information | company data | company profile | enrich company: company data, company enrichment, crunchbase, clearbit, firmographics, opencorporates, company search, people data, pitchbook
valid email | email exists | verify email: email verification, email validation, zerobounce, neverbounce, email verifier, deliverability
email arrives spam | deliverability | dmarc | spf: deliverability, dmarc, spf, dkim, email authentication, mxtoolbox
crm | customer list | customer relationship | sales pipeline: crm, salesforce, hubspot, pipedrive, sales pipeline, zoho, attio, close crm, dynamics 365
customer support | help desk | support ticket | customer question | customer service: zendesk, helpdesk, intercom, freshdesk, customer support, support tickets, help scout, customer service, gorgias, servicenow
live chat website | chatbot website | chat widget: chatbot, live chat, chat widget, intercom, crisp, chatwoot, tawk, botpress
customer feedback | nps | user feedback | feature request: customer feedback, nps, user feedback, canny, feature requests, feedback analysis, productboard
sales call | call recording | sales conversation: gong, call recording, call analysis, sales calls, fireflies, conversation intelligence
price product | pricing strategy: pricing strategy, pricing, price optimization, competitor pricing
business plan | startup idea | validate idea | business model: business plan, idea validation, lean canvas, business model, market validation, swot
pitch deck | investor presentation: pitch deck, slides, presentation, powerpoint
affiliate | referral | commission: affiliate marketing, affiliate, referral program
press release | journalists | pr media: press release, public relations, media outreach, journalists, pr newswire
google business | google review | local seo | business profile: google business, gbp, local seo, google reviews, business profile

# Images and pictures
picture: image, photo, png, illustration, jpeg
photo: image, picture, photography, photos, jpeg
image: picture, photo, png, jpeg, vision
generate image | create image | make picture | draw picture | paint picture | ai art: image generation, text image, stable diffusion, dall e, midjourney, comfyui, imagen, image generator, nano banana
draw: drawing, image generation, diagram, sketch, excalidraw
edit picture | edit photo | change image | retouch | photoshop | modify image: image editing, photoshop, image edit, gimp, inpainting, imagemagick, photo editing, sharp, pillow, image manipulation
resize image | smaller picture | shrink image | scale image | rotate image: image resize, image processing, sharp, imagemagick, crop, thumbnail, image optimization, pillow
compress image | image too large | reduce photo size | optimize image | smaller image file: image compression, image optimization, tinypng, sharp, webp, squoosh, imagemin
convert image | png jpg | heic | webp | image format: image conversion, image converter, webp, heic, imagemagick, png jpg, avif
remove background | transparent background | background photo: background removal, remove background, rembg, remove bg, image segmentation
upscale | sharpen | blurry picture | higher resolution | enhance photo | low quality image: upscale, image upscaler, super resolution, esrgan, image enhancement, topaz, upscaling
describe image | see image | look image | understand picture | image recognition | caption image: vision, image analysis, image recognition, image captioning, vision model, object detection, image understanding, ocr, multimodal
detect object | count objects picture | recognise object | recognize object | yolo: object detection, yolo, computer vision, image segmentation, opencv, roboflow
face photo | recognize face | recognise person: face recognition, face detection, facial recognition, face swap, deepface
read text image | text photo | ocr | scan text | screenshot text | handwriting: ocr, tesseract, text recognition, text extraction, paddleocr, handwriting, document ocr, vision, mistral ocr
screenshot | capture screen | see screen | picture website | screen grab: screenshot, screen capture, website screenshot, puppeteer, playwright, webpage screenshot, screencapture, screenshotone
picture metadata | exif | photo taken | camera settings: exif, exiftool, metadata, image metadata, iptc
stock photo | free picture | find picture | royalty free | search image | photo article: unsplash, pexels, stock photos, pixabay, image search, stock images, shutterstock, getty, openverse
reverse image | same picture elsewhere: reverse image, tineye, google lens, image search, similar images
photo library | sort photos | photo album | organise photos | organize photos: immich, google photos, photo management, photoprism, apple photos, lightroom, photo library, digikam, synology photos
duplicate photo | similar pictures | same photos: duplicate images, image similarity, perceptual hash, duplicate photos, phash, imagededup
logo | design logo: logo, logo design, brand logo, svglogo, svg logo, logo generator, brandfetch, simple icons
svg | vector graphic | vectorize: svg, vector graphics, illustrator, inkscape, vectorize, svgo, vector image
illustrator | indesign | adobe: adobe, photoshop, illustrator, indesign, creative cloud, premiere
avatar | profile picture | portrait: avatar, profile picture, headshot, dicebear, gravatar, portrait
thumbnail | cover image | social preview | og image | banner: thumbnail, og image, cover image, banner, open graph, social card
poster | flyer | infographic | brochure: poster, infographic, canva, flyer, graphic design, poster design
greeting card | invitation | birthday card: greeting card, invitation, card maker, ecard
sticker | emoji: emoji, sticker, stickers, emoji search
pixel art | sprite | game graphics: pixel art, aseprite, sprite, sprite sheet, game assets
comic | manga | storyboard: comic, manga, anime, storyboard, myanimelist, anilist, comic generator
museum | artwork | painting | art history: museum, artwork, metropolitan museum, art collection, rijksmuseum, wikiart, europeana
ascii art | text banner | figlet: ascii art, figlet, ascii, text art
colour | color | palette | color scheme | colours match: color palette, color scheme, palette, colors, coolors, color picker, colour, color converter
font | typeface | typography: font, google fonts, typography, typeface, font pairing, fonts
icon | symbol set | pictogram: icon, icons, lucide, iconify, font awesome, icon library, svg icons, icon generator, material icons
favicon | app icon: favicon, app icon, icon generator

# Diagrams and design
diagram | flowchart | flow chart | sketch process | draw architecture | boxes arrows | visualise process | visualize process: diagram, mermaid, flowchart, draw io, plantuml, excalidraw, graphviz, diagrams, drawio, d2
uml | class diagram | sequence diagram: uml, plantuml, mermaid, class diagram, sequence diagram, kroki
architecture diagram | draw cloud architecture | system diagram: architecture diagram, c4 model, diagrams, structurizr, mermaid, draw io, aws diagram, system design
mind map | brainstorm visually | idea map: mind map, mindmap, markmap, xmind, freemind, brainstorming, concept map
whiteboard | sketch board | canvas drawing | hand drawn: excalidraw, miro, whiteboard, tldraw, figjam, lucidchart
gantt | timeline chart | project timeline: gantt, timeline, mermaid, project schedule, ms project
org chart | organisation chart: org chart, organization chart
bpmn | business process | process model: bpmn, business process, camunda, process modeling, process mining
designer | beautiful page | looks nice | pretty website: ui design, figma, frontend design, web design, design system, ux, canva, graphic design, tailwind
figma | design file | design code | mockup code | designer handed: figma, design code, figma mcp, design tokens, sketch, penpot, html figma
user interface | ui | interface design | frontend | screen design: ui design, ui components, frontend, shadcn, figma, component library, react components, ux, tailwind, frontend design
ui component | button component | component library | ready components: shadcn, component library, ui components, radix, material ui, 21st dev, magic ui, daisyui, chakra, storybook
wireframe | mockup | prototype | clickable prototype: wireframe, mockup, prototype, prototyping, figma, ui mockup, balsamiq, uizard, framer
design system | design token | consistent look: design system, design tokens, style dictionary, component library, style guide, figma variables
screenshot code | copy website design | clone website: screenshot code, design code, website cloner, website clone, image code, image html
animation | moving graphics: animation, motion graphics, lottie, remotion, framer motion, gsap, manim, after effects
website builder | make website | build website | create web page | homepage: website builder, wordpress, webflow, wix, framer, landing page, squarespace, web development, site builder, web builder
ux | usability | user experience | confusing interface | user research: ux, usability, user research, ux review, heuristic evaluation, user experience, ux audit, user testing
interior design | furniture | room layout | floor plan: interior design, floor plan, room design, home design, furniture

# 3D and CAD
3d | 3d model | three dimensional | 3d object: 3d, blender, 3d model, threejs, gltf, 3d mesh, 3d modeling, meshy, tripo, sketchfab
cad | technical drawing | engineering drawing | mechanical part | construct part: cad, freecad, openscad, solidworks, autocad, fusion 360, cadquery, onshape, rhino, build123d
autocad | dwg | dxf: autocad, dxf, dwg, cad
bim | revit: revit, bim, ifc, archicad, sketchup, rhino, grasshopper
3d print | 3d printer | stl | slice model: 3d printing, octoprint, 3d printer, stl, bambu, slicer, klipper, gcode, prusa, orcaslicer
cnc | milling | laser cutter | gcode: gcode, cnc, laser cutter, grbl
3d browser | 3d website | webgl | threejs: threejs, webgl, three js, babylonjs, webgpu, shader
picture 3d | text 3d: 3d generation, text 3d, image 3d, meshy, hunyuan3d, tripo, rodin
augmented reality | virtual reality | vr: virtual reality, augmented reality, vr, webxr, arkit, xr
point cloud | lidar | photogrammetry: point cloud, lidar, photogrammetry, gaussian splatting, nerf

# Video
video | film: video, ffmpeg, mp4, video editing, youtube, video processing
edit video | cut video | trim video | join clips | merge videos: video editing, ffmpeg, video editor, davinci resolve, premiere, capcut, moviepy, trim, kdenlive, video cut
convert video | video format | mp4 | compress video | video too large | transcode: ffmpeg, video conversion, transcode, handbrake, video converter, video compression, mp4, transcoding
generate video | create video | video text | ai video | make video | animate photo: video generation, text video, veo, runway, kling, sora, heygen, remotion, video generator
talking avatar | presenter video | digital human | lip sync: heygen, avatar video, synthesia, talking head, lip sync, d id, digital human
explainer video | video code | math animation | programmatic video: remotion, manim, explainer video, programmatic video, motion graphics, hyperframes
short video | clips long video | highlights video: short video, video clipping, opus clip, clip extraction, tiktok
download video | save youtube | download youtube: yt dlp, youtube downloader, video downloader, youtube dl, download video
summarize video | video transcript | youtube transcript | said video | youtube summary | without watching: youtube transcript, video transcript, video summary, transcript, youtube captions, video summarizer, transcribe
understand video | happens video | watch video | search inside video: video analysis, video understanding, twelve labs, video search, frame extraction, gemini video, scene detection
frame video | extract frames | still video: frame extraction, ffmpeg, keyframes, video frames, opencv
subtitle | caption | srt | subtitles film | closed caption: subtitles, srt, captions, subtitle generator, opensubtitles, vtt, whisper, subtitle translation
screen recording | record demo | product demo: screen recording, obs, screen recorder, demo recording, loom, asciinema, vhs
live stream | twitch | broadcast: twitch, live streaming, obs, livestream, rtmp, obs studio
webcam | camera | take photo | security camera | surveillance: webcam, camera, frigate, security camera, rtsp, onvif, ip camera, nvr, blue iris, unifi protect
video call | meeting online | teams meeting: zoom, google meet, microsoft teams, video conference, webex, meeting bot, jitsi, video meeting
video hosting | vimeo | stream own video: vimeo, mux, video hosting, cloudinary, wistia, video streaming
movie | film information | tv series | series tonight | actor: tmdb, movie, imdb, movies, tv shows, omdb, letterboxd, trakt, justwatch, film
media server | plex | jellyfin | home cinema: plex, jellyfin, emby, media server, sonarr, radarr, kodi
tv | television | smart tv | remote control tv: smart tv, android tv, samsung tv, roku, chromecast, apple tv, webos, tv control, epg

# Audio, music, podcasts, speech
audio | sound file | sound: audio, sound, ffmpeg, audio processing, wav, mp3
edit audio | cut audio | trim mp3 | noise audio | clean recording | remove noise: audio editing, audacity, noise reduction, ffmpeg, audio processing, audio cleanup, reaper, sox, denoise
sound effect | noise sound | ambient sound | notification sound: sound effects, freesound, sound effect, audio generation, sfx, soundboard
transcribe | transcription | dictate | audio text | write down recording | voice text | voice memo: speech text, transcription, whisper, transcribe, stt, deepgram, assemblyai, speech recognition, dictation, elevenlabs
read aloud | text aloud | read loud | voice output | speak text | tts | narrate: text speech, tts, elevenlabs, voice synthesis, kokoro, speech synthesis, voice generation, edge tts, piper, narration
clone voice | own voice | imitate voice | voice actor: voice cloning, elevenlabs, voice clone, tts, voice conversion, coqui, fish audio
talk agent | voice assistant | speak computer | voice control | voice conversation | hands free: voice assistant, voice agent, voice interface, speech recognition, livekit, voice mode, pipecat, voice chat, vapi, voice conversation
phone agent | ai answers calls | voice bot | call centre | call center: voice agent, vapi, retell, twilio, bland ai, telephony, voice ai, call center
speaker recognition | separate speakers: speaker diarization, diarization, speaker identification, pyannote
voice: speech, tts, audio, voice assistant, elevenlabs
meeting notes | record meeting | meeting minutes | meeting transcript | summarize meeting: meeting notes, meeting transcript, fireflies, otter, granola, meeting minutes, meeting recorder, fathom, meeting summary, read ai
podcast | episode: podcast, podcasts, podcast generation, listen notes, podcast index, rss, podcast transcript
make podcast | podcast text | podcast document: podcast generator, podcastfy, notebooklm, audio overview, tts, podcast generation
audiobook: audiobook, audible, audiobookshelf, libation, tts
music | song | album | playlist | play music | listen music: music, spotify, playlist, apple music, youtube music, music player, last fm, musicbrainz, songs, tidal
generate music | make song | create music | background music: music generation, suno, ai music, music composition, midi, udio, song generation, musicgen, lyria
lyrics | song text | words song: lyrics, genius, lrclib, musixmatch, song lyrics
recognise song | recognize song | identify music | shazam: shazam, music recognition, audio fingerprint, acrcloud, song identification, chromaprint
sheet music | midi | score music | chord: midi, sheet music, musicxml, chords, lilypond, music theory, musescore, abc notation
music production | ableton | daw | make beats | synthesizer: ableton, daw, music production, logic pro, fl studio, synthesizer, supercollider, strudel, reaper, sonic pi
separate vocals | karaoke | stems | remove vocals: stem separation, vocal remover, demucs, spleeter, karaoke, source separation
radio | radio station: internet radio, radio, radio browser, sdr, ham radio
sonos | speaker room | music home | multiroom: sonos, speaker, music assistant, multiroom, airplay
mute | louder: volume control, audio control, sonos
bpm | tempo | audio analysis | music analysis: audio analysis, librosa, bpm, music analysis, audio features, essentia

# Games
game | video game: game, gaming, steam, minecraft, game development, unity, godot, chess
make game | game development | create game | game engine | gamedev: unity, godot, unreal engine, game development, game engine, phaser, roblox, pygame, gamedev, unreal
steam | game library | game prices: steam, steam games, gog, igdb, game library, rawg, isthereanydeal
game statistics | league legends | player stats | esports: riot games, league legends, op gg, esports, player stats, valorant, dota, opendota
board game | card game: board game, boardgamegeek, card game, bgg
dungeons dragons | role play | rpg | tabletop: dnd, dungeons dragons, tabletop, rpg, foundry vtt, d20, roleplaying, dungeon master
magic gathering | pokemon | trading cards: pokemon, pokeapi, scryfall, magic gathering, mtg, trading card
puzzle | sudoku | crossword | wordle | riddle: puzzle, sudoku, wordle, crossword, puzzles
trivia | quiz game: trivia, quiz, open trivia
retro game | old game console: emulator, retroarch, retro gaming, gameboy, nes

# Phones, messaging, notifications
android phone | control phone | phone automation | use phone | tap screen phone: android, adb, mobile automation, appium, mobile mcp, android control, phone control, scrcpy, android debug
iphone | ios device | ios simulator | ipad: iphone, ios simulator, ios device, idb, xcode, apple shortcuts
android: android, adb, kotlin, android studio, gradle
mobile app | phone app | app development: mobile app, react native, flutter, expo, ios android, swiftui, kotlin, mobile development
react native | expo: react native, expo, mobile app
sms | text message | send text | texting: sms, twilio, text message, messagebird, vonage, sms gateway, imessage, textbelt
phone call | call somebody | make call | telephone | call someone: phone call, twilio, telephony, voice call, vonage, sip, outbound call, voip
phone number | valid phone | number lookup: phone number, phone validation, twilio lookup, libphonenumber, numverify, caller id
imessage | apple messages: imessage, messages app, bluebubbles
whatsapp: whatsapp, whatsapp business, baileys, whatsapp web, waha
signal messenger | matrix chat | viber | line messenger: signal messenger, matrix chat, viber, line messenger, signal cli
microsoft teams | teams chat: microsoft teams, ms graph
mattermost | rocket chat | zulip | feishu | lark | dingtalk: mattermost, rocket chat, zulip, feishu, lark, dingtalk
chat message | send message | message friend | message colleague | messenger: slack, telegram, whatsapp, discord, sms, imessage
notify | notification | push message | let know | notify phone: notification, push notification, ntfy, pushover, desktop notification, notifications, gotify, telegram, notifier
desktop notification | popup computer | sound done | beep: desktop notification, notification sound, toast notification, notify send, task completion, terminal notifier, node notifier
address book | phone book: address book, carddav, google contacts, vcard, people api
find phone | lost phone | find device: device location, lost device, airtag
clipboard | copy paste | copied text history: clipboard, clipboard manager, pasteboard, clipboard history
remind: reminder, apple reminders, todo, scheduler, todoist

# Home automation, IoT, sensors, robots, printers
smart home | home automation | home assistant: home assistant, smart home, home automation, homekit, openhab, hass, smartthings, hubitat, homey, iot
lamp | turn light | dim light: philips hue, smart lights, home assistant, lifx, lighting control, wled, govee, yeelight
heating | thermostat | room temperature | air conditioner | warm room: thermostat, nest thermostat, ecobee, hvac, climate control, tado, air conditioner, home assistant
door lock | garage door | doorbell | alarm system: smart lock, doorbell, ring doorbell, garage door, alarm system, home security
vacuum | robot vacuum | clean floor: robot vacuum, roomba, roborock, vacuum
switch device | smart plug: smart plug, tasmota, shelly, kasa, tapo, tuya, smart switch
alexa | google home | siri: alexa, google home, siri, voice assistant, google assistant
zigbee | z wave | esphome: zigbee2mqtt, zigbee, esphome, z wave
iot | internet things | connected device: iot, mqtt, aws iot, thingsboard, esp32, node red, device management, tuya
sensor | measure temperature | humidity | read sensor: sensor, iot, mqtt, sensor data, home assistant, esp32, temperature sensor
electricity price | energy use | solar panel | power consumption | electricity bill | energy: energy monitoring, solar, electricity prices, energy consumption, photovoltaic, smart meter, tibber, grid carbon, enphase, octopus energy
carbon footprint | co2 | emissions: carbon footprint, carbon emissions, sustainability, climate data, co2, esg, carbon intensity
arduino | microcontroller | esp32 | firmware: arduino, esp32, microcontroller, platformio, firmware, micropython, esp idf, stm32, embedded debugger
raspberry pi | gpio: raspberry pi, gpio, single board
robot | robot arm | move robot | ros: ros, robot, robotics, ros2, robot arm, lerobot, mujoco, isaac sim, robot control
drone | quadcopter: drone, mavlink, px4, ardupilot, dji, uav
plc | industrial machine | modbus | scada: modbus, plc, opc ua, scada, industrial automation, siemens, manufacturing, mes
print document | printer | print page | paper printer: printer, cups, receipt printer, thermal printer, ipp
label printer | thermal printer: label printer, zpl, thermal printer, zebra, escpos
scanner document | scan paper: document scanner, paperless, ocr
bluetooth | ble: bluetooth, ble, bluetooth low
nas | synology | home server: synology, nas, truenas, unraid, qnap
sauna | irrigation | lawn: irrigation, sprinkler, lawn mower

# QR, bar codes
qr | qr code | scan code phone: qr code, qrcode, qr generator, qr reader, barcode
barcode | ean | product code scan | bar code: barcode, barcode scanner, ean, upc, barcode generator, zxing
isbn | book information | find books | book read: isbn, open library, google books, goodreads, book search, books api, calibre
ebook | epub | kindle: epub, ebook, calibre, kindle, ebook reader, gutenberg
library catalogue | library catalog | borrow book: library catalog, worldcat, open library, libby, koha

# Law, government, public data
law | legal | legal question | statute | legislation | lawyer: legal, law, legislation, legal research, statutes, case law, lawyer, legal ai, regulations, eur lex
court | judgment | case law | lawsuit | court decision | precedent: case law, courtlistener, court, court decisions, pacer, legal research, judgments, docket
check contract | agreement | contract clause | terms service | nda: contract review, contract analysis, legal documents, legal contract, nda, contract management, ironclad, terms service
sign document | electronic signature | e signature | esign: docusign, electronic signature, e signature, esignature, pandadoc, hellosign, adobe sign, signwell, documenso
privacy policy | imprint website | legal page website: privacy policy, terms service, legal documents, gdpr, cookie policy
copyright | intellectual property: copyright, intellectual property, licensing, trademark, dmca
government data | open data | public data | official statistics | census: open data, government data, census, data gov, eurostat, ckan, world bank, public data, official statistics, socrata
parliament | congress | politician | vote record | senate: congress, parliament, legislation, govinfo, legislators, bundestag, openstates, politicians, legislative
election | polling politics: election, elections, polling data, fec
public tender | government contract | bid tender: tenders, sam gov, procurement, government contracts, rfp, usaspending
company register | company owner | commercial register: companies house, company registry, opencorporates, business registry, handelsregister, company registration, gleif, pappers, corporate registry, kyb
sanctions | background check | kyc | identity check | know customer: kyc, sanctions screening, aml, identity verification, opensanctions, ofac, background check, watchlist
immigration | residence permit: immigration, visa, uscis, residence permit
freedom information | foia | public records: foia, public records, muckrock
charity | nonprofit | non profit: nonprofit, charity, propublica nonprofit, 990, donations
iso norm: iso standards, din, regulatory compliance
regulation | regulatory | rules apply | eu ai act: regulatory compliance, regulations, ai act, federal register, compliance, regulatory
import duty | tariff | export control: customs duty, tariff, hs code, import duty, trade data, export control, comtrade, trade compliance

# HR and jobs
find job | job search | vacancy | job offer | job opening: job search, jobs, indeed, linkedin jobs, job board, job listings, glassdoor, job application, vacancies, remote jobs
apply job | job application | cover letter: cover letter, job application, auto apply, resume, career
cv | curriculum vitae | lebenslauf: resume, cv, resume builder, resume parser, resume tailoring, ats, json resume, cover letter
interview | prepare interview | interview question: interview preparation, mock interview, interview questions, interview coach, coding interview
hire | recruit | candidate | applicant: recruiting, ats, hiring, greenhouse, candidates, recruitment, ashby, applicant tracking
hr | human resources | employee | staff: hr, human resources, bamboohr, workday, personio, hris, employee, rippling, onboarding, people management
leave request | vacation days | sick leave | absence: leave management, absence, pto, bamboohr, hr
salary | much earn | pay level: salary, salary data, compensation, levels fyi, glassdoor, wage
freelance | hire freelancer: freelance, upwork, fiverr, freelancer, gig
hire human | human task | ask human expert | real person: human loop, human task, mechanical turk, crowdsourcing, rentahuman
onboarding | new employee | new team member: onboarding, employee onboarding, knowledge base
performance review | feedback employee | okr | goals team: performance review, okr, 15five
career | career advice | change profession: career, career coach, career planning, skills assessment
skills gap | occupation | profession data: onet, esco, occupation, labor market, bls
work schedule staff | roster: shift scheduling, workforce, roster, employee scheduling

# Real estate
apartment | real estate | home sale: real estate, real property, zillow, apartments, rightmove, redfin, property listings, housing, immobilien, realtor
rental apartment | find flat | landlord: rental, apartments, real estate, property management, zillow, rent, immoscout, landlord
property value | house price | home worth: property valuation, home value, house prices, zillow, avm, real estate, land registry, zestimate
property management: property management, appfolio, buildium, yardi, facility management
renovation | build house | construction | handyman: construction, renovation, procore, home improvement, contractor, bim
relocate | neighbourhood | neighborhood: neighborhood, relocation, cost living, walk score
cost living | city compare: cost living, numbeo, city comparison

# More wordings: code
speech text: speech text, text speech, tts, transcription, speech recognition, whisper, elevenlabs
text picture | text image: ocr, image generation, text image, text recognition, vision, image generator
memory error | memory exhausted | oom: memory profiler, memory leak, oom, heap dump, memory usage
last touched file | introduced bug | bug appeared | bisect: git bisect, git blame, git history, git log, regression
bug: debugging, issue tracker, bug report, error tracking, bug fix
broken code | code fails | script working | program working: debugging, code fix, error analysis, troubleshooting, root cause
error: debugging, stack trace, sentry, error tracking, diagnostics, error handling
unclear name | better variable name: naming convention, code style, clean code
design pattern | software architecture | architecture advice | structure project: design patterns, software architecture, clean architecture, ddd, architecture review, solid principles
big system design | scale system | design large system: system design, software architecture, scalability, architecture diagram
microservice | split monolith | distributed system: microservices, distributed systems, service mesh, event driven, ddd
explain line | code readable: code comments, code explanation, docstring, documentation
tutorial code | onboarding codebase | teach codebase: code tutorial, codebase onboarding, deepwiki, code walkthrough, documentation generator
code example | example usage library | sample code: code examples, code snippets, context7, github search, code search, grep app
stackoverflow | programming question | developer question: stack overflow, stackexchange, developer documentation, programming qa
mdn | web standard | browser support feature: mdn, caniuse, web platform, browser compatibility
vscode | visual studio code | editor extension | ide plugin: vscode, vs code, ide, editor extension, cursor, jetbrains
autocomplete code | code completion: code completion, copilot, autocomplete, tabnine, language server
pair programming | programming partner | coding agent: coding agent, pair programming, aider, claude code, codex, cursor, opencode
prototype quickly | vibe coding | app description | app prompt: app builder, vibe coding, lovable, bolt new, v0, replit, prototyping
translate interface | localize app | i18n | translation strings | several languages app: i18n, localization, lokalise, crowdin, translation files, internationalization, gettext, l10n
spell check code | typo code: cspell, typos, codespell, spell checker
accessibility tree | page structure agent: accessibility tree, dom, browser automation, aria snapshot
config file | configuration wrong | settings format: config parser, configuration validation, yaml, toml, schema validation
browser extension | chrome extension | firefox addon: chrome extension, browser extension, wxt, webextension, plasmo, firefox
electron | desktop app | tauri: electron, tauri, desktop app, qt, wpf, gtk
build terminal tool | build cli: cli framework, cli builder, typer, argparse, oclif
text user interface | tui: tui, textual, ratatui, terminal ui, bubbletea
ebpf | system call | strace: ebpf, strace, bpftrace, dtrace, perf

# More wordings: operations
cluster nodes | cluster kubernetes | container orchestration: kubernetes, k8s, cluster management, docker swarm, nomad, openshift
docker compose | container logs | container keeps restarting: docker, docker compose, container logs, portainer, container management
monitor server status | monitor service | monitor infrastructure | monitor application: prometheus, grafana, datadog, monitoring, uptime kuma, zabbix, observability
alert: alerting, alertmanager, alerts, pagerduty, notification
wake engineer | page engineer | escalation: pagerduty, opsgenie, on call, incident management, escalation
error log | log entries | log message: log analysis, loki, log viewer, elasticsearch, splunk, cloudwatch, kibana
service unavailable | 500 error | internal server error | bad gateway: error tracking, log analysis, sentry, uptime, http status, apm
server slow | server overloaded | too much load: server monitoring, apm, load balancer, autoscaling, performance analysis
autoscale | scale server automatically | more traffic: autoscaling, kubernetes, keda, load balancer, serverless
staging environment | test environment | copy production: staging environment, preview deployment, ephemeral environment
cloud storage | online storage | store files cloud: s3, object storage, google drive, dropbox, onedrive, minio, r2, nextcloud
sync folder | synchronise files | mirror folder | synchronize folder: rsync, syncthing, rclone, file sync, unison
wifi router | home router | router settings: openwrt, unifi, router, mikrotik, fritzbox, opnsense
ad blocker | block ads | pihole: pihole, adguard, ad blocker, dns filtering, ublock
proxy | rotate ip | change ip: proxy, residential proxy, proxy rotation, socks, brightdata
http status | check headers | response code: http status, http headers, curl, security headers, http client
security headers | website security grade: security headers, mozilla observatory, ssl labs, csp
open firewall | block ip | ban ip: firewall, fail2ban, ufw, iptables, crowdsec, waf
ddos | attack website | waf: waf, ddos, cloudflare, modsecurity, crowdsec
captcha: captcha, captcha solver, recaptcha, turnstile, 2captcha, hcaptcha
zero downtime | deployment strategy | canary: blue green, canary, argo rollouts, rolling update, zero downtime
database down | database health | locks database: database monitoring, pg stat, dba, database health, connection pool, percona
database backup | dump database | restore database: database backup, pg dump, mysqldump, snapshot, pitr
seed database | fill database: seed data, faker, fixtures, database seeding
read only database | safe database access | agent database safely: read only, database mcp, dbhub, sql guard, postgres
access database | ms access | old database file: access database, mdb, odbc, jdbc, dbase
sensitive columns | database personal data: data masking, pii detection, data classification, anonymization

# More wordings: data, text encodings, charts
encode text | decode text | decode string | encode url: base64, url encode, cyberchef, encoder, decoder
tabular file | open table file | query csv | question spreadsheet | big csv: duckdb, csv, pandas, csv query, excel, polars, spreadsheet
merge spreadsheets | combine tables | join tables | merge csv: pandas, csv merge, duckdb, excel, data wrangling
plot data | plot numbers | line graph | histogram | scatter | draw graph: chart, plotly, matplotlib, data visualization, echarts, vega lite, plotting
sales forecast | forecast revenue | forecast demand | forecast numbers: forecasting, time series, prophet, demand forecasting
statistical significance | standard deviation | average numbers: statistics, scipy, regression, statistical analysis, descriptive statistics
cluster data | cluster text | cluster documents: clustering, topic modeling, embeddings, kmeans, bertopic
online form | web form | collect responses | signup form: google forms, typeform, form builder, jotform, tally, survey
ask people opinion | opinion poll | vote online: survey, polling, strawpoll, slido
numbers meaning | sales dropped | explain metrics | number changed: root cause, data analysis, analytics, business intelligence, key drivers
graph: chart, plot, knowledge graph, graph database, data visualization, plotly
sankey | treemap | network graph | graph visualization: graph visualization, sankey, cytoscape, gephi, d3, networkx, treemap
geographic chart | choropleth | data map: choropleth, kepler, map visualization, mapbox, folium, deckgl
live data | real time data | stream data: streaming data, kafka, realtime, websocket, flink
log parser | parse text file | extract log: log parser, grok, regex, text extraction
synthetic data | data without privacy: synthetic data, data generator, faker, sdv, mostly ai

# More wordings: security and money
sign account | registration page | user registration | login page: authentication, clerk, auth0, login, supabase auth, better auth, keycloak, firebase auth
roles rights | user rights | privilege: rbac, access control, iam, permissions, openfga
agent credentials | agent identity | agent password: agent identity, agent auth, credential vault, oauth, agent credentials, secrets management
hidden text | invisible characters: unicode, hidden text, invisible characters, prompt injection, zero width
phone hacked | computer infected | clean computer: malware removal, antivirus, malwarebytes, forensics, clamav
secure message | encrypted chat | private message: end encryption, signal messenger, matrix chat, encrypted, pgp
delete data | data broker | remove myself internet: data broker, data removal, privacy, gdpr request, optery
cookie banner | consent: cookie consent, consent management, cookie banner, gdpr
security policy | security training: security policy, compliance, security awareness, grc
ransomware | breach | incident security: incident response, ransomware, threat intelligence, forensics
risk | risk assessment: risk assessment, risk analysis, risk management, threat modeling
threat model | attack scenario | stride: threat modeling, stride, threat model, attack tree
signed receipt | tamper proof | audit trail | prove happened: audit trail, audit log, tamper evident, attestation, provenance, signed receipts, immutable log
personal debt | pay debt | repay: debt payoff, loan calculator, debt snowball, amortization
bank: banking, open banking, plaid, bank account, bank statement, sepa
bank statement | statement pdf | import bank: bank statement, ofx, mt940, camt, statement parser, bank transactions
debit card | virtual card: virtual card, card issuing, stripe issuing, lithic, privacy com
company shares | stock quote | ticker: stock market, stock price, yahoo finance, ticker, alpha vantage, market data
stock broker | brokerage account: brokerage, alpaca, interactive brokers, trading, schwab
futures contract | derivative price: futures trading, derivatives, options trading, cme
crypto news | coin news: crypto news, crypto sentiment, coindesk, cryptopanic
cash flow | financial plan: cash flow, financial planning, fpa, budget, financial model
quote customer | estimate price | offer customer: quotation, quote generator, cpq, proposal, estimates, invoice
purchase order | order processing: purchase orders, order management, procurement, erp
point sale | cash register | restaurant pos: pos, point sale, square payments, lightspeed
return product | warranty | order status: order tracking, warranty, order management, rma

# More wordings: travel, places
driving directions | walking directions | directions address | best route | plan route | route between: driving directions, route planning, google maps, osrm, openrouteservice, mapbox, route planner
long drive | travel time | commute | reachable minutes: travel time, isochrone, distance matrix, route planning, google maps
nearby | nearby shop | around here: nearby places, google places, places api, yelp, foursquare, points interest
city map | street map | show location | map location: google maps, openstreetmap, mapbox, leaflet, static map
street view | see street: street view, mapillary, google maps, panorama
gps coordinates | map coordinates | coordinates city | longitude: geocoding, reverse geocoding, nominatim, geolocation
train station | train schedule | next train | train times | trains between: train timetable, railway, deutsche bahn, amtrak, sncf, 12306
bus stop | bus times | next bus | bus connection | local transport: public transport, gtfs, transit, bus timetable, timetable
long distance bus | flixbus | ferry | cruise: flixbus, ferry, cruise, bus tickets, ferryhopper
ride home | book ride: uber, taxi, lyft, ride hailing, rideshare
current location | user location | position phone: geolocation, gps, ip geolocation, location services
surf forecast | surf waves | waves sea: surf forecast, marine weather, stormglass, surfline, tides
parking space | parking lot | free parking: parking spots, parking availability
hotel price | cheap hotel | hostel: hotel search, hotels, booking com, hotel prices, hostel, trivago
packing list | pack suitcase: packing list, travel checklist, travel planner
travel budget | trip cost: travel budget, trip cost, travel planner, cost living
national park | beach: national parks, nps, beaches
weather tomorrow | weather weekend | cold today | heat wave: weather, forecast, open meteo, openweathermap, weather alerts
severe weather | weather warning | tornado: weather alerts, severe weather, nws, weather warnings, noaa
capital city | population country | flag country: rest countries, country data, world bank, geography
translate menu | tourist phrase: translation, phrasebook, menu translation, deepl

# More wordings: food, health, sport
healthy food | food label | nutrition label | food barcode: open food, nutrition, food facts, usda, nutritionix
cook tonight | leftovers | recipe website | save recipe: recipes, mealie, recipe scraper, meal planning, tandoor, paprika
restaurant menu | lunch menu | canteen: restaurant menu, mensa, canteen, dining
body weight | personal health | health question | health advice: health tracking, health data, medical, wellness, fitness
headache | sick person | fever: symptom checker, medical, diagnosis, health
find doctor | hospital nearby | doctor appointment | medical appointment: doctor search, npi, healthcare provider, medical appointment, doctolib, hospital
lab result | blood test | glucose | diabetes: blood test, glucose, nightscout, dexcom, lab results, cgm, diabetes
health insurance | medicare: health insurance, medicare, cms
first aid | emergency help: first aid, emergency, defibrillator, emergency services
public health | epidemic | covid: public health, epidemiology, covid, cdc
mutation gene | clinical genetics: clinvar, gnomad, genomics, vep
feel stress | reduce stress | burnout | lonely: mental health, mindfulness, meditation, wellness, therapy, stress
running plan | running pace | run outside: strava, garmin, training plan, intervals icu, running coach
count steps | daily steps: fitbit, step count, apple health, garmin, google fit
yoga | stretching: yoga, stretching, posture, workout
football result | champions league | bundesliga | world cup: football, soccer, football data, live scores, openligadb, fifa
olympics | athlete | player transfer: olympics, athletes, sports data, transfermarkt
animal care | vet | dog food: veterinary, pet care, pet
identify plant | mushroom | sick plant: plant identification, plantnet, mushroom, plant disease, inaturalist
crop field | tractor: agriculture, crop, farming, ndvi

# More wordings: education, science, mathematics
education | school | classroom: education, school, google classroom, teacher, lms, tutor
teacher | grade homework | grade essays | worksheet: grading, teacher, rubric, worksheet generator, lesson plan, essay grading
learn topic | understand topic | explain simply | explain like five: tutor, eli5, feynman, learning path
study exam | study plan | exam preparation: study plan, exam prep, quiz, flashcards, anki, study guide
learning path | learning plan | teach myself: learning path, roadmap, course, learning plan, curriculum
essay | write essay: essay, academic writing, essay writing, grammarly
pronunciation | phonetic | ipa: pronunciation, ipa, phonetics, forvo
grammar exercise | learn english | learn german | learn japanese | learn chinese: language learning, vocabulary, jlpt, hsk, language tutor, anki
university degree | study abroad: university, admissions, scholarship, higher education
newest research | follow research | research alerts | new papers: arxiv, paper alerts, semantic scholar, paper recommendation, huggingface papers, daily papers
citation graph | influential papers: citation graph, semantic scholar, openalex, connected papers, opencitations
researcher | scientist profile | h index | orcid: orcid, google scholar, openalex, author profile, h index
submit paper | conference deadline: journal, journal finder, conference deadlines, scimago, paper submission
research idea | hypothesis | plan experiment | scientific discovery: hypothesis generation, research ideas, ai scientist, experiment design, scientific discovery
research data | data repository science: zenodo, figshare, dataverse, research data, dryad
deep research | investigate topic | research report | thorough research: deep research, research agent, gpt researcher, research assistant, perplexity, research report
mathematical proof | mathlib: lean4, theorem prover, mathlib, coq, formal proof
calculate integral | differentiate function | simplify expression | factor polynomial: sympy, computer algebra, symbolic math, wolfram alpha
matrix multiply | eigenvalue | numerical method: numpy, linear algebra, scipy, matlab, julia
prime number | number sequence | oeis: oeis, number theory, sagemath, pari
percentage | tip calculate | big number: calculator, percentage, arithmetic, math
measure convert | cups grams | size conversion | pounds kilos: unit conversion, unit converter, cooking units
game theory | pros cons | decide between | choose between options: decision making, decision matrix, game theory, decision analysis, mcda, decision support
travelling salesman | pack boxes | knapsack: route optimization, vehicle routing, bin packing, optimization solver
timetable school | assign people | seating plan | staff rota: timetabling, timefold, scheduling optimization, constraint solver
alarm clock | set alarm | egg timer: alarm, timer, countdown, clock app
delay seconds | wait seconds | wait until: wait tool, timer
calendar week | leap year | day week: calendar calculator, datetime, date calculator, iso week
bible verse | church | religious text: bible, scripture, religious texts, bible verses
economics | labour market | unemployment: fred, bls, economic data, eurostat, oecd, labor statistics

# More wordings: news, social, marketing
news today | breaking news | world news | local news | read news | news article: newsapi, headlines, news aggregator, rss, google news, gdelt, hacker news, breaking news
daily briefing | morning briefing | daily digest | summary news: daily briefing, news digest, morning briefing, daily digest, news summary
newspaper | journalism: newspaper, journalism, newsapi, guardian, new york
whats trending | trending topic | viral video: trending, google trends, hot search, trends, viral
follow feed | website without feed | feed page: rss, rsshub, rss generator, feed, rss bridge
more followers | gain followers | follower count: audience growth, social analytics, influencer
social media post | write tweet | write linkedin post | hashtag | caption post: social media, content creation, hashtag, linkedin post, tweet, post generator
content calendar | content plan | content ideas: content calendar, content strategy, content planning, editorial calendar, content ideas
repurpose | turn article posts | blog tweets: content repurposing, social media, content creation
schedule tweets | autopost | crosspost: postiz, buffer social, cross posting, social scheduler, typefully
marketing plan | marketing idea | marketing strategy | marketing campaign: marketing strategy, marketing plan, growth marketing, marketing skills, campaign, hubspot
customer persona | target group | target audience: persona, audience research, customer persona, icp, buyer persona
viral post | write hook | attention headline: copywriting, headline, viral, hook generator
famous quote | inspirational quote: famous quotes, quote generator, inspirational, quotable
brand logo company | company logo: brandfetch, logo api, clearbit, company logo, logo dev
customer churn | customers leave | retain customers: churn, customer success, retention, churn prediction, gainsight
customer interview | user interview: user interviews, user research, customer discovery, dovetail
sales email | follow email | sales script: cold email, sales outreach, email sequence, sales copy
account research | prepare sales meeting | research prospect: account research, sales intelligence, prospect research, linkedin, lead enrichment
proposal | tender response | offer document: proposal, rfp response, proposal generator, pandadoc
event planning | organise party | guest list | wedding: event planning, wedding, guest list, eventbrite, luma, rsvp
forum | discourse: discourse, forum, circle so, reddit
youtube channel | youtube comments | video statistics: youtube analytics, youtube api, youtube data, vidiq, tubebuddy
video thumbnail | video title | youtube seo: thumbnail, youtube seo, vidiq, tubebuddy

# More wordings: images, design, video, audio
crop image | crop picture | crop photo | thumbnail size: image resize, crop, sharp, imagemagick, pillow, thumbnail
sketch: image generation, illustration, drawing, painting, procreate, krita
old photo | restore photo | black white photo: photo restoration, colorization, image restoration, upscale
remove object picture | erase person photo | inpaint: inpainting, object removal, image editing, generative fill
many images | batch images | folder pictures: batch image, imagemagick, image processing, bulk image
product photo | mockup product | packshot: product photography, product mockup, background removal, image generation
consistent character | same character images: character consistency, consistent character, lora, reference image
image prompt | prompt picture: prompt generator, image prompt, midjourney, prompt engineering
local image model | comfyui | stable diffusion: comfyui, stable diffusion, automatic1111, diffusers, lora
picture description | alt text: image captioning, alt text, ocr, vision, image description
chart image | numbers graph: chart extraction, plot digitizer, vision, data extraction
blur face | hide face photo: face blur, anonymization, image redaction, face detection
collage | combine pictures | picture grid: collage, image montage, imagemagick, image grid
presentation design | slide images: slides, presentation, powerpoint, canva, gamma
design page | design app | modern look | ugly interface: ui design, frontend design, figma, ux, design system, shadcn
ai looking design | generic design | design taste: frontend design, design taste, impeccable, ui design, anti slop
dark mode | theme website: dark mode, theming, design tokens, tailwind, color palette
page mobile | mobile layout: responsive design, viewport, tailwind, mobile layout
email template | html email: mjml, react email, email template, html email
lego | wood project | diy: diy, woodworking, lego
generate 3d object | 3d scene: text 3d, meshy, blender, 3d generation, tripo, threejs
silent parts video | filler words | rough cut: silence removal, auto editor, jump cut, filler words, video editing
slideshow | photos video: slideshow, ffmpeg, video generator, remotion, photo video
gif video: gif, ffmpeg, gif maker, gifski
audio video | video mp3 | extract audio: ffmpeg, audio extraction, mp3, yt dlp
translate video | dub: dubbing, video translation, subtitle translation, lip sync, rask
video quality | upscale video | stabilize video: video upscaling, topaz, video enhancement, stabilization, real esrgan
video ideas | video script | storytelling video: video script, scriptwriting, storyboard, youtube script
security video | motion detected | person door: frigate, motion detection, security camera, object detection, doorbell
play video tv | cast video: chromecast, casting, android tv, apple tv, airplay, plex
compose music | melody | musical idea: music generation, midi, music composition, suno, music theory
music track | music recommendation | discover music | concert music: spotify, last fm, music recommendation, musicbrainz, apple music
sound volume | volume louder | headphones: volume control, audio control, airpods, audio device
convert audio | mp3 | wav: ffmpeg, mp3, audio conversion, wav, audio converter, flac
local transcription | offline transcription: whisper, whisper cpp, faster whisper, local transcription, parakeet
live captions | translate speech | interpreter: live captions, speech translation, realtime translation, interpreter
agent speak | spoken answer | voice reply: tts, text speech, voice mode, kokoro, elevenlabs

# More wordings: phones, home, devices
background music game | game sound: sound effects, music generation, game audio
game character | npc | game story: npc, game design, character generator, game narrative
game idea | level design | game balance: game design, level design, game development
phone contacts | contact list: contacts app, address book, carddav, google contacts, vcard
call agent | outgoing call | reserve phone | call restaurant: outbound call, voice agent, twilio, phone call, vapi, bland ai
missed call | voicemail | phone system: voicemail, phone system, pbx, asterisk, 3cx, ringcentral
send letter | postcard | postal mail: lob mail, postal mail, letters, postcard, click2mail
room light | light bulb | smart light | light color: philips hue, smart lights, lifx, home assistant, govee, wled
turn device | power socket | switch socket: smart plug, tasmota, shelly, kasa, tuya, home assistant
washing machine | dishwasher | appliance | oven: home appliances, smartthings, home connect, miele, lg thinq
amazon echo | smart speaker: alexa, amazon echo, smart speaker, google home
swimming pool | lawn mower | garden watering: irrigation, lawn mower, pool control, sprinkler
solar | battery home | photovoltaic: solar, photovoltaic, home battery, enphase, solaredge, powerwall
gps tracker | track vehicle | fleet: gps tracking, traccar, fleet, telematics, samsara
machine maintenance | predictive maintenance | equipment failure: predictive maintenance, cmms, condition monitoring
digital twin | factory data | production line: digital twin, mes, manufacturing, opc ua, industrial
flash firmware | program chip | jtag: jtag, openocd, firmware, probe rs, stm32, embedded debugger
simulate robot | train robot: mujoco, isaac sim, gazebo, robotics, lerobot, pybullet
3d printer status | start print | print failed: octoprint, bambu, klipper, moonraker, 3d printer
receipt paper | sticky label: thermal printer, receipt printer, label printer, escpos

# More wordings: law, jobs, property, public
find house | buy house | buy flat | house sale: real estate, zillow, property listings, rightmove, redfin, immoscout
rent flat | rent apartment | rent house | shared flat: rental, apartments, zillow, immoscout, rental listings, wg gesucht
property listing | buy property | property data: real estate, property listings, property data, attom, mls, zillow
real estate investment | rental yield | rental income: estate investment, rental yield, cap rate, property investment
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
remote job | new job | job alerts | jobs near: job search, remote jobs, indeed, linkedin jobs, job listings, remoteok
write resume | improve resume | tailor resume | resume pdf: resume builder, resume tailoring, cv, ats, resume parser, json resume
linkedin profile | professional network: linkedin, linkedin profile, proxycurl
job description | job advert | write job posting: job description, job posting, recruiting, ats
rate applicants | screen cv | compare candidates: resume screening, candidate screening, ats, resume parser, recruiting
find expert | find developer | find talent: talent search, recruiting, github users, linkedin, toptal, upwork
employee shift: shift scheduling, employee scheduling, workforce
business card | digital card: business card, vcard, digital card, card scanner
scan qr | read qr | qr picture: qr reader, qrcode, qr code, zxing, barcode scanner
wifi qr | link qr: qr generator, qr code, wifi qr
ean product | product barcode: barcode lookup, upc, open food, ean, gtin

# More everyday wordings
electronic circuit | electronic schematic: circuit design, kicad, pcb, electronics, digikey, spice
embedded system | embedded device: embedded systems, firmware, microcontroller, esp32, platformio
desktop program | cross platform desktop: electron, tauri, desktop app, qt
face recognition | find person photos: face recognition, face detection, facial recognition, deepface
scientific journal: journal finder, crossref, doaj, journals, impact factor
responsive layout: responsive design, tailwind, viewport, mobile layout
linear fit | curve fit: regression, scipy, curve fitting, statistics
warehouse items | stock count: inventory management, wms, warehouse, stock levels
hard decision | help decide: decision making, decision matrix, decision support, mcda
historical photo | archive documents: archive search, europeana, internet archive, wayback
old version website | deleted website | website years ago: wayback, internet archive, web archive, archive today

# Idioms and outcomes
why app slow | app freezes | program hangs | program freezes: profiler, debugging, performance analysis, thread dump, deadlock
users complain | customers complain | bad reviews: customer feedback, review analysis, sentiment analysis, app reviews, support tickets
pay less | too expensive | cut costs: cost optimization, price comparison, finops, cost analysis
broke production | production broken | site broken: rollback, incident response, error tracking, sentry, monitoring
lost money | fees | bank charges: fee calculator, expense tracker, budget, bank transactions
seeking work | unemployed | lost job: job search, job board, career coach, resume builder
picture looks bad | photo dark: image enhancement, photo editing, upscale, image editing
bored | free evening | weekend idea: local events, activity ideas, event discovery, movie recommendation
cannot sleep | tired: sleep tracking, meditation, relaxation, sleep sounds
$list$;
comment on function private.synonym_list is 'The list of synonyms. A line has what people say, alternatives separated by |, a colon, and what skills call it, separated by commas. # starts a heading. To change it, edit sql/45_synonym_list.sql; the migration must call private.load_synonyms().';

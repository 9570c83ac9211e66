"""Asked by somebody who had seen neither the ranking nor the thesaurus, when the ranking was done.

Nothing was fitted to these.
"""

from __future__ import annotations

SECOND_BLIND: tuple[tuple[str, ...], ...] = (
    (
        "openai",
        "turn text into spoken audio",
        "POST /v1/audio/speech",
    ),
    (
        "openai",
        "transkription",
        "POST /v1/audio/transcriptions",
    ),
    (
        "openai",
        "who changed what in org",
        "GET /v1/organization/audit_logs",
    ),
    (
        "openai",
        "how much did we spend",
        "GET /v1/organization/costs",
    ),
    (
        "openai",
        "semantic lookup in uploaded documents",
        "POST /v1/vector_stores/{vector_store_id}/search",
    ),
    (
        "openai",
        "fine tunning job log",
        "GET /v1/fine_tuning/jobs/{fine_tuning_job_id}/events",
    ),
    (
        "openai",
        "embeddi",
        "POST /v1/embeddings",
    ),
    (
        "openai",
        "is this picture ai made",
        "POST /v1/content_provenance_checks",
    ),
    (
        "openai",
        "hang up phone call",
        "POST /v1/realtime/calls/{call_id}/hangup",
        "POST /v1/live/sessions/{session_id}/hangup",
    ),
    (
        "openai",
        "count tokens before sending",
        "POST /v1/responses/input_tokens",
    ),
    (
        "openai",
        "make video longer",
        "POST /v1/videos/extensions",
    ),
    (
        "openai",
        "change rate lim",
        "POST /v1/organization/projects/{project_id}/rate_limits/{rate_limit_id}",
    ),
    (
        "openai",
        "kill running batch",
        "POST /v1/batches/{batch_id}/cancel",
    ),
    (
        "openai",
        "new webhook signing key",
        "POST /v1/webhook_endpoints/{webhook_endpoint_id}/rotate_secret",
    ),
    (
        "openai",
        "put scheduled agent on hold",
        "POST /v1/agents/automations/{automation_id}/pause",
    ),
    (
        "twelvelabs",
        "find moment in videos",
        "POST /v1.3/search",
        "POST /v1.3/knowledge-stores/{knowledge_store_id}/search",
    ),
    (
        "twelvelabs",
        "next page of matches",
        "GET /v1.3/search/{page_token}",
    ),
    (
        "twelvelabs",
        "subtitles of uploaded clip",
        "GET /v1.3/assets/{asset_id}/transcription",
    ),
    (
        "twelvelabs",
        "fresh upload links after expiry",
        "POST /v1.3/assets/multipart-uploads/{upload_id}/presigned-urls",
    ),
    (
        "twelvelabs",
        "connect google drive",
        "POST /v1.3/connections:authorize",
    ),
    (
        "twelvelabs",
        "patch index name",
        "PUT /v1.3/indexes/{index_id}",
    ),
    (
        "twelvelabs",
        "delete knowlege store",
        "DELETE /v1.3/knowledge-stores/{knowledge_store_id}",
    ),
    (
        "twelvelabs",
        "import fi",
        "POST /v1.3/connections/{connection_id}/imports",
    ),
    (
        "twelvelabs",
        "add many people at once",
        "POST /v1.3/entity-collections/{entity_collection_id}/entities/bulk",
    ),
    (
        "twelvelabs",
        "which indexes contain this asset",
        "GET /v1.3/assets/{asset_id}/indexed-assets",
    ),
    (
        "twelvelabs",
        "overwrite all custom metadata",
        "PUT /v1.3/assets/{asset_id}/user-metadata",
    ),
    (
        "twelvelabs",
        "ask jockey",
        "POST /v1.3/responses",
    ),
    (
        "twelvelabs",
        "embedding task finished yet",
        "GET /v1.3/embed/tasks/{task_id}/status",
        "GET /v1.3/embed-v2/tasks/{task_id}",
    ),
    (
        "twelvelabs",
        "bulk analysis output",
        "GET /v1.3/analyze/batches/{batch_id}/results",
    ),
    (
        "twelvelabs",
        "delete items from collection",
        (
            "POST /v1.3/knowledge-stores/{knowledge_store_id}/item-collections/{collection_id}"
            "/items/remove"
        ),
    ),
    (
        "hume",
        "keep generated voice for later",
        "POST /v0/tts/voices",
    ),
    (
        "hume",
        "voice convers",
        "POST /v0/tts/voice_conversion/file",
        "POST /v0/tts/voice_conversion/json",
    ),
    (
        "hume",
        "speach as mp3 file",
        "POST /v0/tts/file",
    ),
    (
        "hume",
        "audio chunks while synthesizing",
        "POST /v0/tts/stream/file",
        "POST /v0/tts/stream/json",
    ),
    (
        "hume",
        "recording of past conversation",
        "GET /v0/evi/chats/{id}/audio",
        "GET /v0/evi/chat_groups/{id}/audio",
    ),
    (
        "hume",
        "messages of one chat",
        "GET /v0/evi/chats/{id}",
    ),
    (
        "hume",
        "transcript across resumed chats",
        "GET /v0/evi/chat_groups/{id}/events",
    ),
    (
        "hume",
        "inject message into running chat",
        "POST /v0/evi/chat/{chat_id}/send",
    ),
    (
        "hume",
        "edit system prompt text",
        "POST /v0/evi/prompts/{id}",
    ),
    (
        "hume",
        "delte tool",
        "DELETE /v0/evi/tools/{id}",
    ),
    (
        "hume",
        "drop old config version",
        "DELETE /v0/evi/configs/{id}/version/{version}",
    ),
    (
        "hume",
        "define function to call",
        "POST /v0/evi/tools",
    ),
    (
        "hume",
        "list conf",
        "GET /v0/evi/configs",
    ),
    (
        "hume",
        "tool description",
        "PATCH /v0/evi/tools/{id}/version/{version}",
    ),
    (
        "hume",
        "earlier revisions of a prompt",
        "GET /v0/evi/prompts/{id}",
    ),
    (
        "squareup",
        "abonnement pause",
        "POST /v2/subscriptions/{subscription_id}/pause",
    ),
    (
        "squareup",
        "money back",
        "POST /v2/refunds",
    ),
    (
        "squareup",
        "upload product photo",
        "POST /v2/catalog/images",
    ),
    (
        "squareup",
        "put shopper in group",
        "PUT /v2/customers/{customer_id}/groups/{group_id}",
    ),
    (
        "squareup",
        "chargeback proof upload",
        "POST /v2/disputes/{dispute_id}/evidence-files",
        "POST /v2/disputes/{dispute_id}/evidence-text",
    ),
    (
        "squareup",
        "get stock levels many products",
        "POST /v2/inventory/counts/batch-retrieve",
        "POST /v2/inventory/batch-retrieve-counts",
    ),
    (
        "squareup",
        "free appointment slots",
        "POST /v2/bookings/availability/search",
    ),
    (
        "squareup",
        "gift card balanse by number",
        "POST /v2/gift-cards/from-gan",
    ),
    (
        "squareup",
        "add loyality points",
        "POST /v2/loyalty/accounts/{account_id}/accumulate",
        "POST /v2/loyalty/accounts/{account_id}/adjust",
    ),
    (
        "squareup",
        "send invoice to client",
        "POST /v2/invoices/{invoice_id}/publish",
    ),
    (
        "squareup",
        "apple p",
        "POST /v2/apple-pay/domains",
    ),
    (
        "squareup",
        "clock in employee",
        "POST /v2/labor/timecards",
        "POST /v2/labor/shifts",
    ),
    (
        "squareup",
        "capture authorised payment",
        "POST /v2/payments/{payment_id}/complete",
    ),
    (
        "squareup",
        "goods arrived from other store",
        "POST /v2/transfer-orders/{transfer_order_id}/receive",
    ),
    (
        "squareup",
        "till movements of a shift",
        "GET /v2/cash-drawers/shifts/{shift_id}/events",
    ),
)
